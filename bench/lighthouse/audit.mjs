// Audit URLs with Lighthouse in Chromium, and count requests cold and on reload. Reads and writes JSON.
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";

const QUIET_MS = 1500; // a page without requests for so long is loaded
const MAX_LOAD_MS = 15_000; // a match keeps its stream open, so its network is never idle

const CATEGORIES = ["performance", "accessibility", "best-practices"];
const METRICS = {
  fcp: "first-contentful-paint",
  lcp: "largest-contentful-paint",
  tbt: "total-blocking-time",
  cls: "cumulative-layout-shift",
};

/** Return the scores, metrics and defects of a page, as a phone on slow 4G would show it. */
async function audit(url, port) {
  const flags = { port, logLevel: "error", maxWaitForLoad: MAX_LOAD_MS };
  const { lhr } = await lighthouse(url, { ...flags, onlyCategories: CATEGORIES });
  if (lhr.runtimeError) throw Error(`${url}: ${lhr.runtimeError.message}`);
  const scores = CATEGORIES.map((id) => [id, Math.round(100 * lhr.categories[id].score)]);
  const metrics = Object.entries(METRICS).map(([name, id]) => [name, lhr.audits[id].numericValue]);
  const checked = CATEGORIES.slice(1).flatMap((id) =>
    lhr.categories[id].auditRefs.filter(({ weight }) => weight).map((ref) => lhr.audits[ref.id]),
  );
  const selectors = ({ details }) => (details?.items ?? []).map(({ node }) => node?.selector ?? "");
  return {
    ...Object.fromEntries([...scores, ...metrics]),
    defects: checked
      .filter(({ score }) => score !== null && score < 1)
      .map((failed) => [failed.title, ...selectors(failed)]),
    shifts: selectors(lhr.audits["layout-shifts"]),
  };
}

/** Return requests and bytes of the first load and of a reload. */
async function count(url, browserURL) {
  const browser = await puppeteer.connect({ browserURL });
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const client = await page.createCDPSession();
  await client.send("Network.enable");
  let counted = { requests: 0, bytes: 0 };
  let latest = Date.now();
  const cached = new Set();
  client.on("Network.requestServedFromCache", ({ requestId }) => cached.add(requestId));
  client.on("Network.responseReceived", ({ requestId, response }) => {
    latest = Date.now();
    if (cached.has(requestId) || response.fromDiskCache || response.url.startsWith("data:")) return;
    counted.requests += 1;
  });
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    latest = Date.now();
    counted.bytes += encodedDataLength;
  });
  const quiet = async () => {
    while (Date.now() - latest < QUIET_MS) await new Promise((done) => setTimeout(done, 100));
    const before = counted;
    counted = { requests: 0, bytes: 0 };
    return before;
  };
  await page.goto(url, { waitUntil: "load" });
  const cold = await quiet();
  latest = Date.now();
  await page.reload({ waitUntil: "load" });
  const reload = await quiet();
  await context.close();
  await browser.disconnect();
  return { cold, reload };
}

const { chromium, flags, urls } = JSON.parse(process.argv[2]);
const chrome = await launch({ chromePath: chromium, chromeFlags: ["--headless=new", ...flags] });
try {
  for (const [name, url] of Object.entries(urls)) {
    const audited = await audit(url, chrome.port);
    const counted = await count(url, `http://127.0.0.1:${chrome.port}`);
    console.log(JSON.stringify({ name, ...audited, ...counted }));
  }
} finally {
  await chrome.kill();
}
