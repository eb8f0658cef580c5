import 'reflect-metadata';
import type { Command } from './cli/command.js';
import { StartError } from './embedded/start-error.js';

interface Entry {
  usage: string;
  about: string;
  /** Loaded when it is asked for: `doctor` must not depend on what it examines. */
  load(): Promise<{ run: Command }>;
}

const commands: readonly Entry[] = [
  { usage: 'migrate', about: 'bring the schema of the database up to date', load: () => import('./cli/migrate.js') },
  {
    usage: 'seed:demo',
    about: 'make the demo businesses that are not there yet, and print who can sign in',
    load: () => import('./cli/seed-demo.js'),
  },
  {
    usage: 'user:reset-password <tenant> <email|username|id>',
    about: 'set a new password, print it once, and end all sessions of that user',
    load: () => import('./cli/reset-password.js'),
  },
  {
    usage: 'seal:rotate',
    about: 'seal again, with the first of SEAL_KEYS, what an older key sealed',
    load: () => import('./cli/seal-rotate.js'),
  },
  {
    usage: 'retention [--erase]',
    about: 'list persons whose data are past their retention period, or erase these data',
    load: () => import('./cli/retention.js'),
  },
  {
    usage: 'outbox [retry]',
    about: 'show the events whose handlers kept failing, or let them be tried again',
    load: () => import('./cli/outbox.js'),
  },
  {
    usage: 'reminders',
    about: 'show the reminders that were refused, or of which nobody knows',
    load: () => import('./cli/reminders.js'),
  },
  { usage: 'routes', about: 'print every operation that is served', load: () => import('./cli/routes.js') },
  {
    usage: 'doctor',
    about: 'say what of this installation is well and what is not',
    load: () => import('./cli/doctor.js'),
  },
  {
    usage: 'reset [--yes]',
    about: 'throw the embedded database and its secrets away, after asking',
    load: () => import('./cli/reset.js'),
  },
];

const nameOf = ({ usage }: Entry): string => usage.split(' ')[0] ?? '';

function help(): void {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  console.log('npm run cli -- <command>\n');
  for (const { usage, about } of commands) console.log(`  ${usage.padEnd(width)}  ${about}`);
}

async function main([name = 'help', ...args]: string[]): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) return help();
  const entry = commands.find((command) => nameOf(command) === name);
  if (!entry) throw new StartError(`There is no command ${name}; npm run cli -- help lists them`);
  const { run } = await entry.load();
  process.exitCode = await run({
    args,
    usage: `npm run cli -- ${entry.usage}`,
    environment: process.env,
    cwd: process.cwd(),
    say: console.log,
  });
}

/** A reason that its reader can mend is one line; anything else is ours, and needs its stack. */
async function told(error: unknown): Promise<unknown> {
  if (error instanceof StartError) return error.message;
  // Loaded only now: help and a wrong call need none of the domain, which takes most of a second to load.
  const { DomainError } = await import('@usaha/shared');
  return error instanceof DomainError ? error.message : error;
}

main(process.argv.slice(2)).catch(async (error: unknown) => {
  console.error(await told(error));
  process.exitCode = 1;
});
