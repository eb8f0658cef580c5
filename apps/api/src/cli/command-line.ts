import { buildLine } from '../build.js';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { fits, type Command, type Situation } from './command.js';

interface Entry {
  /** Its arguments are checked against this: `fits`. */
  usage: string;
  about: string;
  /** Loaded when it is asked for: `doctor` must not depend on what it examines. */
  load(): Promise<{ run: Command }>;
}

const commands: readonly Entry[] = [
  { usage: 'migrate', about: 'bring the schema of the database up to date', load: () => import('./migrate.js') },
  {
    usage: 'distribute [--print]',
    about: 'distribute the tables over the workers of a Citus cluster, or print the SQL that does',
    load: () => import('./distribute.js'),
  },
  {
    usage: 'seed:demo',
    about: 'make the demo businesses that are not there yet, and print who can sign in',
    load: () => import('./seed-demo.js'),
  },
  {
    usage: 'user:reset-password <tenant> <email|username|id>',
    about: 'set a new password, print it once, and end all sessions of that user',
    load: () => import('./reset-password.js'),
  },
  {
    usage: 'user:reset-mfa <tenant> <email|username|id>',
    about: 'end the second factor of a user who has lost it, and all sessions of that user',
    load: () => import('./reset-mfa.js'),
  },
  { usage: 'tenant:list', about: 'print all tenants, the oldest first', load: () => import('./tenant-list.js') },
  {
    usage: 'tenant:suspend <tenant> [--lift]',
    about: 'end all sessions of a tenant and let none of its users in, or let it back in',
    load: () => import('./tenant-suspend.js'),
  },
  {
    usage: 'tenant:export <tenant> --to <folder> [--without-files] | <tenant> --archive <file> [--without-files]',
    about:
      'write all rows and files of a tenant into an empty folder, or its records and files into an archive, sealed fields opened',
    load: () => import('./tenant-export.js'),
  },
  {
    usage: 'tenant:load <folder> [--apply]',
    about: 'check such a folder of another installation, or load the tenant that it holds',
    load: () => import('./tenant-load.js'),
  },
  {
    usage: 'tenant:purge <tenant> [--export <folder>] [--without-export] [--now] [--apply --confirm <slug>]',
    about: 'count the rows of a suspended tenant, or remove all of them permanently',
    load: () => import('./tenant-purge.js'),
  },
  {
    usage: 'api-key:revoke',
    about: 'end an API key that was found, read from standard input',
    load: () => import('./api-key-revoke.js'),
  },
  {
    usage: 'seal:rotate',
    about: 'seal again, with the first of SEAL_KEYS, what an older key sealed',
    load: () => import('./seal-rotate.js'),
  },
  {
    usage: 'files:move <store>',
    about: 'move the bytes of all files into a store: database, or s3, which FILE_STORE names',
    load: () => import('./files-move.js'),
  },
  {
    usage: 'files:check',
    about: 'read all files, and compare the usage of each tenant with them',
    load: () => import('./files-check.js'),
  },
  {
    usage: 'retention [--erase]',
    about:
      'list persons, and count parties of shipments and e-invoices, past their retention period, or erase these data',
    load: () => import('./retention.js'),
  },
  {
    usage: 'audit:retention [--apply --to <folder>]',
    about: 'count entries of the audit trail past their retention, or write them to files and delete them',
    load: () => import('./audit-retention.js'),
  },
  {
    usage: 'outbox [retry]',
    about: 'show the events whose handlers kept failing, or let them be tried again',
    load: () => import('./outbox.js'),
  },
  {
    usage:
      'webhooks list [<tenant>] | failed <tenant> | replay <tenant> <id> <since> | listen <tenant> [--events <types>] [--port <n>] [--answer <status>]',
    about: 'show webhook endpoints or failed deliveries, send events again, or receive them on this machine',
    load: () => import('./webhooks.js'),
  },
  {
    usage: 'reminders',
    about: 'show the reminders that were refused, or whose outcome is unknown',
    load: () => import('./reminders.js'),
  },
  {
    usage: 'messages open | [--to <address>] [--way <way>] [--last <n>] [--follow]',
    about: 'show the messages of development, or those that wait, failed or are unknown',
    load: () => import('./messages.js'),
  },
  {
    usage: 'letters:send',
    about: 'let a restored copy send letters',
    load: () => import('./letters-send.js'),
  },
  {
    usage: 'einvoice [--tenant <tenant>] [--run] [--consolidate <month>]',
    about: 'show the e-invoices of businesses by status, send what is due, or consolidate a month (2026-10)',
    load: () => import('./einvoice.js'),
  },
  { usage: 'routes', about: 'print every operation that is served', load: () => import('./routes.js') },
  {
    usage: 'doctor',
    about: 'check this installation, and change nothing',
    load: () => import('./doctor.js'),
  },
  {
    usage: 'backup <folder> [--to <key>]',
    about: 'copy the embedded database into a folder, while the service runs, encrypted to a public key',
    load: () => import('./backup.js'),
  },
  {
    usage: 'backup:keygen <file>',
    about: 'make a key pair for backups: the private key into a file, the public one printed',
    load: () => import('./backup-keygen.js'),
  },
  {
    usage: 'backup:keys <file> [--to <key>]',
    about: 'copy the keys that open sealed fields into a file, to be kept apart from backups',
    load: () => import('./backup-keys.js'),
  },
  {
    usage: 'backup:encrypt <name> <key>',
    about: 'encrypt a dump from standard input to standard output, to a public key',
    load: () => import('./backup-encrypt.js'),
  },
  {
    usage: 'backup:decrypt <name> <key-file>',
    about: 'open such a dump; with - as the file, the key is the first line of the input',
    load: () => import('./backup-decrypt.js'),
  },
  {
    usage: 'restore <folder> [--key <file>] [--seal-keys <file>] [--send-letters]',
    about: 'restore such a copy into an empty data folder; its letters are held without --send-letters',
    load: () => import('./restore.js'),
  },
  {
    usage: 'reset [--yes]',
    about: 'delete the embedded database and its secrets, after asking',
    load: () => import('./reset.js'),
  },
];

const nameOf = ({ usage }: Entry): string => usage.split(' ')[0] ?? '';

/** A longer usage has a separate line. */
const WIDEST = 72;

function help(say: Situation['say']): void {
  const width = Math.max(...commands.map(({ usage }) => usage.length).filter((length) => length <= WIDEST));
  say('npm run cli -- <command>\n');
  for (const { usage, about } of commands) {
    if (usage.length > width) say(`  ${usage}`);
    say(`  ${(usage.length > width ? '' : usage).padEnd(width)}  ${about}`);
  }
}

/** What a call of the command line is told, and where it complains. */
export interface Call extends Omit<Situation, 'usage'> {
  complain(what: unknown): void;
}

/** Does what one call of the command line asks for. @returns the exit code */
export async function commandLine({ complain, ...call }: Call): Promise<number> {
  try {
    return await obey(call);
  } catch (error) {
    complain(await told(error));
    return 1;
  }
}

async function obey({ args: [name = 'help', ...args], ...call }: Omit<Call, 'complain'>): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) {
    help(call.say);
    return 0;
  }
  if (['--version', '-v', 'version'].includes(name)) {
    call.say(buildLine);
    return 0;
  }
  const entry = commands.find((command) => nameOf(command) === name);
  if (!entry) throw new StartError(`There is no command ${name}; npm run cli -- help lists them`);
  const usage = `npm run cli -- ${entry.usage}`;
  if (args.some((word) => word === '--help' || word === '-h')) {
    call.say(`${usage}\n\n  ${entry.about}`);
    return 0;
  }
  if (!fits(entry.usage, args)) throw new StartError(`This command is called: ${usage}`);
  const { run } = await entry.load();
  return run({ ...call, args, usage });
}

/** A reason that its reader can mend is one line; anything else is ours, and needs its stack. */
async function told(error: unknown): Promise<unknown> {
  if (error instanceof StartError) return error.message;
  // Loaded only now: help and a wrong call need none of the domain, which takes most of a second to load.
  const { DomainError } = await import('@usaha/shared');
  return error instanceof DomainError ? error.message : error;
}
