import { CommanderError } from 'commander';
import { reportFailure } from './output.ts';
import { createProgram } from './program.ts';

// An empty variable means the same as none, for the flags that commander reads from the environment too.
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('PLAT_') && value?.trim() === '') delete process.env[name];
}

try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else process.exitCode = reportFailure(error, process.argv.includes('--json'));
  // Only `start` may stay, and it does not come here.
  process.exit();
}
