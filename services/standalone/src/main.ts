import { CommanderError } from 'commander';
import { reportFailure, reportMisuse } from './output.ts';
import { createProgram } from './program.ts';

// An empty variable means the same as none, for the flags that commander reads from the environment too.
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('PLAT_') && value?.trim() === '') delete process.env[name];
}

const isJson = process.argv.includes('--json');
try {
  await createProgram().parseAsync(process.argv);
} catch (error) {
  process.exitCode = error instanceof CommanderError ? reportMisuse(error, isJson) : reportFailure(error, isJson);
  // Only `start` may stay, and it does not come here.
  process.exit();
}
