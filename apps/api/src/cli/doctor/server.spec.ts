import { clockFinding, processesFinding } from './server.js';

it('A-430: clocks up to 5 s apart are well', () => {
  for (const offset of [0, 5, -5]) expect(clockFinding(offset)).toMatchObject({ mark: '✓', about: 'Clock' });
});

it.each([
  [5.1, '–', '5 s ahead of'],
  [-7, '–', '7 s behind'],
  [25, '–', '25 s ahead of'],
  [25.1, '✗', '25 s ahead of'],
  [-40, '✗', '40 s behind'],
])('A-430: clocks %d s apart are %s: a warning beyond 5 s, not well beyond 25 s', (offset, mark, apart) => {
  const { text, ...finding } = clockFinding(offset);
  expect(finding).toEqual({ mark, about: 'Clock' });
  expect(text).toMatch(new RegExp(`^PostgreSQL's is ${apart} this machine's; .*set both by NTP$`));
});

it('INSTANCES: the share of each process is told, and that PostgreSQL gives too few connections', () => {
  const text = '4 processes serve the port, each with 5 of 20 database connections (DATABASE_POOL_SIZE)';
  const config = { instances: 4, poolSize: 20 };
  expect(processesFinding(config, 97)).toEqual({ mark: '✓', about: 'Processes', text });
  expect(processesFinding(config, 39)).toEqual({
    mark: '✗',
    about: 'Processes',
    text: `${text}; all need up to 40 while one is replaced, and PostgreSQL gives 39: raise max_connections, or lower INSTANCES`,
  });
});
