import { runCommand } from './run-command.ts';

// An empty variable counts as unset, also for flags that commander reads from the environment.
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('PLAT_') && value?.trim() === '') delete process.env[name];
}

const exitCode = await runCommand(process.argv);
// Only `start` stays running.
if (exitCode !== undefined) process.exit(exitCode);
