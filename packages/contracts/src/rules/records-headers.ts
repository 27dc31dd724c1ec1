/** Headers of answers about a location, by name; see the 200 and 202 of each endpoint. */
export const RECORDS_HEADERS = {
  'X-Coverage':
    'full; partial when the county at the location has no prices, no owner names or no coordinates; none in no imported county',
  'X-Records-Through':
    'Last day of the records of the county at the location, YYYY-MM-DD; windows count back from it. Absent without sales',
  'X-Records-Stale': 'true when that day lies more than 90 days back; absent otherwise',
} as const;
