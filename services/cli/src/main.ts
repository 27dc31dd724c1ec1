import { runCommand } from './run-command.ts';

// An empty variable means the same as none, for the flags that commander reads from the environment too.
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('PLAT_') && value?.trim() === '') delete process.env[name];
}

const exitCode = await runCommand(process.argv);
// Only `start` may stay, and it does its work.
if (exitCode !== undefined) process.exit(exitCode);
