import { compile, optimize } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';

/**
 * Compiles the style sheet with the utility classes that the sources use.
 * @param css text that imports Tailwind
 * @param base folder against which imports resolve
 */
export async function compileStyles(css: string, base: string): Promise<string> {
  const compiler = await compile(css, { base, onDependency: () => {} });
  const scanner = new Scanner({ sources: [{ base, pattern: '**/*.tsx', negated: false }] });
  return optimize(compiler.build(scanner.scan()), { minify: true }).code;
}
