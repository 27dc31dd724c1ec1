const HEADING = /^#+ (.*)$/;
const ROW = /^\| (?!figure |---)(.*) \|$/;
const GOALS = /<!-- goals -->\n[\s\S]*?<!-- \/goals -->/;

interface Goals {
  met: number;
  missed: string[];
}

/** Goals of the tables of measures, by the heading above them, in the order of the page. */
function goalsByHeading(page: string): Map<string, Goals> {
  const found = new Map<string, Goals>();
  let heading = '';
  let isMeasure = false;
  for (const line of page.split('\n')) {
    heading = HEADING.exec(line)?.[1] ?? heading;
    if (line.startsWith('<!-- measure: ')) isMeasure = true;
    else if (line === '<!-- /measure -->') isMeasure = false;
    const [name, value, , , goal = ''] = ROW.exec(line)?.[1]?.split(' | ') ?? [];
    const [, bound, result] = /^(.*), (met|missed)$/.exec(goal) ?? [];
    if (!isMeasure || result === undefined) continue;
    const goals = found.get(heading) ?? { met: 0, missed: [] };
    if (result === 'met') goals.met++;
    else goals.missed.push(`${name} ${value} (${bound})`);
    found.set(heading, goals);
  }
  return found;
}

/** The page with the goals that its tables meet and miss between `<!-- goals -->` and `<!-- /goals -->`. */
export function pageWithGoals(page: string): string {
  const rows = [...goalsByHeading(page)].map(
    ([heading, { met, missed }]) =>
      `| ${heading} | ${met} of ${met + missed.length} | ${missed.join('; ') || 'none'} |`,
  );
  const table = ['| measured | goals met | missed |', '| --- | --: | --- |', ...rows].join('\n');
  return page.replace(GOALS, `<!-- goals -->\n\n${table}\n\n<!-- /goals -->`);
}
