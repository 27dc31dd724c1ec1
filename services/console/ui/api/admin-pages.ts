import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { adminCall } from './admin-call.ts';

type Page<Name extends string, Row> = Record<Name, Row[]> & { next_cursor: string | null };
type Query = Readonly<Record<string, string | undefined>>;

/** A list of the operator API that grows by a page at a time. */
export interface AdminList<Row> {
  /** Rows of the pages so far; undefined until the first page is there. */
  rows: Row[] | undefined;
  error: Error | null;
  hasMore: boolean;
  isBusy: boolean;
  readMore(): void;
  retry(): void;
}

/**
 * Reads a list of the operator API page by page.
 * @param name the field of the answer that holds the rows; changes refresh the list by this name
 */
export function useAdminList<Row>(name: string, path: string, query: Query = {}, enabled = true): AdminList<Row> {
  const list = useInfiniteQuery<
    Page<string, Row>,
    Error,
    InfiniteData<Page<string, Row>>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [name, query],
    enabled,
    initialPageParam: undefined,
    queryFn: ({ pageParam }) => adminCall('GET', path, { query: { ...query, cursor: pageParam } }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  return {
    rows: list.data?.pages.flatMap((page) => page[name] ?? []),
    error: list.data === undefined ? list.error : null,
    hasMore: list.hasNextPage,
    isBusy: list.isFetching,
    readMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

/** A change through the operator API, which refreshes the lists of these names. */
export function useAdminChange<Input = void, Answer = unknown>(
  names: readonly string[],
  run: (input: Input) => Promise<Answer>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
}
