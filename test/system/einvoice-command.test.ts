import { CommandLine, type Ended } from '../support/command-line.js';
import { EinvoiceBench, SECOND } from '../support/einvoice-bench.js';
import { testSecrets } from '../support/servers.js';
import { sql } from '../support/system-database.js';

/** the command and the examination of e-invoices. */

jest.setTimeout(180_000);

const commandLine = new CommandLine();
let bench: EinvoiceBench;
beforeAll(async () => {
  bench = await EinvoiceBench.open();
  await bench.begin();
});
afterAll(async () => {
  commandLine.close();
  await bench.rounds.stop();
  await bench.close();
});

const cli = (...args: string[]): Promise<Ended> => {
  const { appUrl, ownerUrl } = bench.own;
  return commandLine.run(args, { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl, ...testSecrets });
};

it('A-532: shows e-invoices by status, and consolidates a month', async () => {
  const none = await cli('einvoice');
  expect([none.code, none.out]).toEqual([0, `Tenant ${bench.tenant_id} (simulator)\n  no e-invoices\n`]);
  await bench.faults();
  await bench.queue(2);
  await bench.turn();
  await bench.turn(SECOND);
  await bench.queue(1, 3);
  const shown = await cli('einvoice', '--tenant', bench.tenant_id, '--consolidate', '2026-01');
  expect(shown.out.split('\n').slice(1)).toEqual(['  consolidated for 2026-01: 0', '  queued: 1', '  valid: 2', '']);
  expect(await cli('einvoice', '--consolidate', '2026-13')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/month/),
  });
  expect(await cli('einvoice', '--tenant', 'tiada')).toMatchObject({ code: 1, err: 'There is no tenant tiada\n' });
});

it('A-532: doctor names businesses that cannot send', async () => {
  await sql(
    bench.own.ownerUrl,
    "update einvoice.settings set environment = 'sandbox', certificate_until = now() + interval '2 days' where tenant_id = $1",
    [bench.tenant_id],
  );
  const { out } = await cli('doctor');
  expect(out).toMatch(/^✓ E-invoices +rules as of \d{4}-\d\d-\d\d$/m);
  expect(out).toContain(`tenant ${bench.tenant_id} has no client_id and client_secret`);
  expect(out).toContain(`tenant ${bench.tenant_id} has a certificate that ends on`);
});
