/**
 * `bun ui/build/main.ts <folder>`: writes the built console into a folder, for an image.
 * Without a folder, builds what `start` would build, so that the first start is faster.
 */
import { join } from 'node:path';
import { buildUi } from './build-ui.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  const { uiFiles } = await import('../../src/ui/ui-files.ts');
  console.log(`${(await uiFiles()).length} files of the console`);
} else {
  for (const { name, bytes } of await buildUi()) {
    await Bun.write(join(folder, name), bytes);
    console.log(`${name}  ${(bytes.length / 1e3).toFixed(0)} kB`);
  }
}
