import { commandLine } from './command-line.js';
import { fits } from './command.js';

/** A usage of several ways. */
const several = 'webhooks list [<tenant>] | replay <tenant> <since> | listen <tenant> [--port <n>] [--answer <status>]';

describe('the arguments of a command', () => {
  it.each<[string, string[], boolean]>([
    ['migrate', [], true],
    ['migrate', ['now'], false],
    ['migrate', ['--now'], false],
    ['user:reset-password <tenant> <email|username|id>', ['klinik', 'ali'], true],
    ['user:reset-password <tenant> <email|username|id>', ['klinik'], false],
    ['user:reset-password <tenant> <email|username|id>', ['klinik', ''], false],
    ['user:reset-password <tenant> <email|username|id>', ['klinik', '--force'], false],
    ['user:reset-password <tenant> <email|username|id>', ['klinik', 'ali', 'abu'], false],
    ['reset [--yes]', [], true],
    ['reset [--yes]', ['--yes'], true],
    ['reset [--yes]', ['--no'], false],
    ['reset [--yes]', ['--yes', '--yes'], false],
    ['backup <folder> [--to <key>]', ['a'], true],
    ['backup <folder> [--to <key>]', ['a', '--to', 'b'], true],
    ['backup <folder> [--to <key>]', ['a', '--to'], false],
    ['backup <folder> [--to <key>]', ['a', 'b'], false],
    ['restore <folder> [--key <file>] [--seal-keys <file>]', ['a', '--seal-keys', 'b'], true],
    ['export <tenant> --to <folder>', ['a', '--to', 'b'], true],
    ['export <tenant> --to <folder>', ['a'], false],
    ['export <tenant> --to <folder>', ['a', 'b'], false],
    ['export <tenant> --to <folder>', ['a', '--to', '--to'], false],
    ['purge <tenant> [--apply --confirm <slug>]', ['a'], true],
    ['purge <tenant> [--apply --confirm <slug>]', ['a', '--apply', '--confirm', 'a'], true],
    ['purge <tenant> [--apply --confirm <slug>]', ['a', '--apply'], false],
    ['purge <tenant> [--apply --confirm <slug>]', ['a', '--apply', 'a'], false],
    ['purge <tenant> [--apply --confirm <slug>]', ['a', '--confirm', 'a'], false],
    ['outbox [retry]', ['retry'], true],
    ['outbox [retry]', ['retry', 'now'], false],
    [several, ['list'], true],
    [several, ['list', 'kedai'], true],
    [several, ['list', 'kedai', 'more'], false],
    [several, ['list', '--port'], false],
    [several, ['list', ''], false],
    [several, [], false],
    [several, ['kedai'], false],
    [several, ['lists'], false],
    [several, ['replay', 'kedai', '2026-11-28'], true],
    [several, ['replay', 'kedai'], false],
    [several, ['listen', 'kedai'], true],
    [several, ['listen', 'kedai', '--port', '1', '--answer', '500'], true],
    [several, ['listen', 'kedai', '--answer'], false],
    [several, ['listen', '--port', '1'], false],
  ])('of %s: %j: %s', (usage, args, right) => {
    expect(fits(usage, args)).toBe(right);
  });
});

it.each(['migrate', 'backup', 'tenant:suspend'])('%s --help says how it is called and what it does', async (name) => {
  const said: string[] = [];
  const call = {
    environment: {},
    cwd: '/',
    say: (line: string) => said.push(line),
    note: () => undefined,
    complain: (what: unknown) => said.push(String(what)),
  };
  expect(await commandLine({ ...call, args: [name, '--help'] })).toBe(0);
  expect(said.join('\n')).toMatch(new RegExp(`^npm run cli -- ${name}[^\\n]*\\n\\n  \\w+`));
});

describe('a wrong call', () => {
  it.each([
    [['nonsense'], 'There is no command nonsense; npm run cli -- help lists them'],
    [['migrate', 'now'], 'This command is called: npm run cli -- migrate'],
    [
      ['user:reset-password', 'only-a-tenant'],
      'This command is called: npm run cli -- user:reset-password <tenant> <email|username|id>',
    ],
    [['backup'], 'This command is called: npm run cli -- backup <folder> [--to <key>]'],
    [
      ['restore', '--yes'],
      'This command is called: npm run cli -- restore <folder> [--key <file>] [--seal-keys <file>] [--send-letters]',
    ],
    [['reset', '--no'], 'This command is called: npm run cli -- reset [--yes]'],
    [['retention', '--force'], 'This command is called: npm run cli -- retention [--erase]'],
    [['retention', '--erase', 'now'], 'This command is called: npm run cli -- retention [--erase]'],
  ])('of %j is told in one line how it is called', async (args, message) => {
    const said: string[] = [];
    const complaints: unknown[] = [];
    const code = await commandLine({
      args,
      environment: {},
      cwd: '/',
      say: (line) => said.push(line),
      note: () => undefined,
      complain: (what) => complaints.push(what),
    });
    expect({ code, said, complaints }).toEqual({ code: 1, said: [], complaints: [message] });
  });
});
