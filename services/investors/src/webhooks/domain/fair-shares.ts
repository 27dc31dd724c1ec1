/** Deliveries of one end user of one key to one receiver host. */
export interface Lane {
  companyId: string;
  keyId: string;
  /** Null for keys without end users. */
  userId: string | null;
  /** Host and port of the receiver. */
  host: string;
}

/** Maximum concurrent calls of one process. */
export interface Shares {
  all: number;
  /** To one host, for all companies. */
  host: number;
  company: number;
  /** For one end user, or one key without end users. */
  user: number;
  /** To one host, for one company. */
  companyHost: number;
  lane: number;
}

/** Each share is at most half of the enclosing one, so that a hanging receiver leaves room for others. */
export const SHARES: Shares = { all: 64, host: 32, company: 16, user: 8, companyHost: 8, lane: 4 };

interface Group {
  key: string;
  most: number;
}

/** The groups that a call belongs to, the widest last. */
function groupsOf({ companyId, keyId, userId, host }: Lane, shares: Shares) {
  const group = (most: number, ...parts: unknown[]): Group => ({ key: JSON.stringify(parts), most });
  return {
    company: group(shares.company, 'company', companyId),
    user: group(shares.user, 'user', companyId, keyId, userId),
    companyHost: group(shares.companyHost, 'company host', companyId, host),
    lane: group(shares.lane, 'lane', companyId, keyId, userId, host),
    host: group(shares.host, 'host', host),
  };
}

/**
 * Chooses the next attempts: from the companies with the fewest running calls, then the user and the host with the
 * fewest, then the one due longest. No group exceeds its share.
 * @param due waiting attempts, due longest first
 * @param running lanes of running calls, one entry per call
 * @returns some of `due`, in the order to start them
 */
export function chooseFairly<Due extends { lane: Lane }>(
  due: readonly Due[],
  running: readonly Lane[],
  shares: Shares = SHARES,
): Due[] {
  const counts = new Map<string, number>();
  const countOf = ({ key }: Group) => counts.get(key) ?? 0;
  const add = (groups: readonly Group[]) => {
    for (const group of groups) counts.set(group.key, countOf(group) + 1);
  };
  for (const lane of running) add(Object.values(groupsOf(lane, shares)));

  const waiting = due.map((one, place) => ({ one, place, groups: groupsOf(one.lane, shares) }));
  const chosen: Due[] = [];
  while (running.length + chosen.length < shares.all) {
    let best: (typeof waiting)[number] | undefined;
    for (const each of waiting) {
      const hasRoom = Object.values(each.groups).every((group) => countOf(group) < group.most);
      if (hasRoom && (best === undefined || comesBefore(each.groups, best.groups, countOf))) best = each;
    }
    if (best === undefined) break;
    chosen.push(best.one);
    add(Object.values(best.groups));
    waiting.splice(waiting.indexOf(best), 1);
  }
  return chosen;
}

type Groups = ReturnType<typeof groupsOf>;

/** False for equal groups: then the attempt that is due longer keeps its place. */
function comesBefore(a: Groups, b: Groups, countOf: (group: Group) => number): boolean {
  for (const name of ['company', 'user', 'companyHost'] as const) {
    const difference = countOf(a[name]) - countOf(b[name]);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
