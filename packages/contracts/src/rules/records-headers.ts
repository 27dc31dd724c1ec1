/** Headers of responses about a location, by name; see the 200 and 202 of each endpoint. */
export const RECORDS_HEADERS = {
  'X-Coverage':
    'full; partial when the county has no prices, no owner names or no coordinates; none outside the imported counties',
  'X-Records-Through': "Last day of the county's records, YYYY-MM-DD; windows count back from it. Absent without sales",
  'X-Records-Stale': 'true when that day is more than 90 days ago; otherwise absent',
} as const;
