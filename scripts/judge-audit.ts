/** Report of `bun audit --json`: the advisories for the installed versions, by package. */
export type AuditReport = Readonly<Record<string, readonly Advisory[]>>;

export interface Advisory {
  id: number;
  /** Ends with the GHSA id. */
  url: string;
  title: string;
  severity: 'info' | 'low' | 'moderate' | 'high' | 'critical';
  vulnerable_versions: string;
}

/** An advisory that somebody reviewed and accepted for a limited time. */
export interface AllowedAdvisory {
  advisory: string;
  package: string;
  reason: string;
  /** The last day on which it is allowed, `YYYY-MM-DD`. */
  expires: string;
}

export interface AuditVerdict {
  /** Reasons why the step fails, one sentence each. */
  failures: string[];
  /** Information that does not fail the step. */
  notes: string[];
}

const SERIOUS: readonly string[] = ['high', 'critical'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MIN_REASON_CHARACTERS = 20;
const MAX_ALLOWED_DAYS = 180;

/** @returns null when the text is not a report, for example when the registry did not answer. */
export function parseAuditReport(text: string): AuditReport | null {
  try {
    const report: unknown = JSON.parse(text);
    const isReport = report !== null && typeof report === 'object' && Object.values(report).every(Array.isArray);
    return isReport ? (report as AuditReport) : null;
  } catch {
    return null;
  }
}

/**
 * Every high or critical advisory fails, unless the list allows it today with a reason.
 * @param today `YYYY-MM-DD`
 */
export function judgeAudit(report: AuditReport, allowed: readonly AllowedAdvisory[], today: string): AuditVerdict {
  const failures = allowed.flatMap((entry) => problemsOf(entry, today));
  const notes: string[] = [];
  const matched = new Set<AllowedAdvisory>();
  for (const [name, advisories] of Object.entries(report)) {
    for (const { url, title, severity, vulnerable_versions } of advisories) {
      const advisory = url.split('/').at(-1) ?? '';
      const entry = allowed.find((one) => one.advisory === advisory && one.package === name);
      if (entry !== undefined) matched.add(entry);
      const line = `${severity}: ${name} ${vulnerable_versions}: ${title} (${advisory})`;
      if (!SERIOUS.includes(severity)) notes.push(line);
      else if (entry === undefined) failures.push(line);
      else notes.push(`${line}; allowed until ${entry.expires}: ${entry.reason}`);
    }
  }
  for (const entry of allowed) {
    if (!matched.has(entry)) notes.push(`${entry.advisory} of ${entry.package} is no longer reported: remove it`);
  }
  return { failures, notes };
}

function problemsOf({ advisory, reason, expires }: AllowedAdvisory, today: string): string[] {
  const problems: string[] = [];
  if (reason.trim().length < MIN_REASON_CHARACTERS) problems.push(`${advisory} is allowed without a reason`);
  const latest = new Date(Date.parse(today) + MAX_ALLOWED_DAYS * 86_400_000).toISOString().slice(0, 10);
  if (!DAY.test(expires) || expires > latest) {
    problems.push(`${advisory} is allowed without an expiry of at most ${MAX_ALLOWED_DAYS} days from now`);
  } else if (expires < today) problems.push(`${advisory} was allowed until ${expires}: review it again`);
  return problems;
}
