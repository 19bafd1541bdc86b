// Makes the heads of sortable tables buttons, and opens the mistakes that a link leads to.
"use strict";

for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (!head.dataset.first) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(column));
  });

  function sort(column) {
    const head = heads[column];
    const now = head.getAttribute("aria-sort");
    const order = now ? (now === "descending" ? "ascending" : "descending") : head.dataset.first;
    const sign = order === "ascending" ? 1 : -1;
    const value = (row) => row.cells[column].dataset.value;
    const rows = [...body.rows].sort((one, two) => {
      const [a, b] = [value(one), value(two)];
      if (a === "" || b === "") return (a === "") - (b === "") || rank(one) - rank(two);
      const difference = head.dataset.kind === "text" ? a.localeCompare(b) : a - b;
      return sign * difference || rank(one) - rank(two);
    });
    body.append(...rows);
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", order);
    document.getElementById("sorted").textContent =
      `Sorted by ${head.textContent.trim()}, ${order}.`;
  }

  const rank = (row) => Number(row.dataset.rank);
}

function reveal() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  const details = target && target.closest("details");
  if (details) {
    details.open = true;
    target.scrollIntoView();
  }
}
addEventListener("hashchange", reveal);
reveal();
