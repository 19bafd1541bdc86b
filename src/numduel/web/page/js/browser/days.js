// Results by day: how many are kept.

const MAX_DAYS = 400;

/** Return the results of the newest days. @template T @param {Record<string, T>} days */
export const newestDays = (days) =>
  Object.fromEntries(
    Object.entries(days)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .slice(-MAX_DAYS),
  );
