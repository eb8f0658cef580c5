/**
 * How many messages a process sends, and what one carrier that hangs does to the others: reminders of appointments of many clinics are
 * due at once, are queued by the job, and go by SMS to a gateway on this machine. A second time the gateway takes the messages of one
 * clinic and never answers.
 *
 *   node bench/messages.js [--messages 10000] [--tenants 100] [--answer-ms 0] [--json FILE]
 *
 * Shown are the time from the first message at the gateway to the last, the rate, the most memory that the service took, and how many
 * messages came twice.
 */
import { writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cpuOf, memoryOf } from './machine.js';
import { table } from './report.js';
import { startService } from './servers.js';
import { makeFolder, measureStart, openFilledDatabase, withUndo } from './set-up.js';

const { values: options } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    tenants: { type: 'string', default: '100' },
    'answer-ms': { type: 'string', default: '0' },
    json: { type: 'string' },
  },
});
const [count, tenants, answerMs] = [options.messages, options.tenants, options['answer-ms']].map(Number);
const PATIENCE_MS = 20 * 60_000;
const QUIET_MS = 20_000;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const percentile = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

const nothing = () => ({ ids: new Map(), twice: 0, unanswered: 0, first: 0, last: 0 });

/** A gateway that counts what comes, and answers after so long; messages to numbers of the clinic that hangs it never answers. */
async function startGateway(onEnd) {
  const seen = { ...nothing(), hangs: '' };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { id, to } = JSON.parse(body);
      if (seen.hangs !== '' && to.startsWith(seen.hangs)) return void (seen.unanswered += 1);
      if (seen.ids.has(id)) seen.twice += 1;
      seen.last = performance.now();
      seen.first ||= seen.last;
      seen.ids.set(id, seen.last);
      setTimeout(() => response.end('{"status":"queued"}'), answerMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${server.address().port}`, seen };
}

/** Clinics whose patients have a mobile number, and an appointment within the hour; at no hour they are quiet. */
async function fill(owner) {
  await owner.query(
    `insert into core.tenants (id, created_at, updated_at, name, slug, schema_name, email, business_type, subscription_plan, pricing_model, status, settings)
     select uuidv7(), now() - interval '30 days', now(), 'Klinik ' || n, 'mesej-' || n, 'tenant_mesej_' || n, 'klinik' || n || '@bench.example',
            'healthcare', 'starter', 'subscription', 'active', '{}' from generate_series(1, $1::integer) n`,
    [tenants],
  );
  await owner.query(
    `insert into core.message_settings (tenant_id, id, created_at, updated_at, ways, quiet_from, quiet_to, whatsapp_limit, sms_limit, email_limit, language)
     select t.id, t.id, now(), now(), '{sms}', '00:00', '00:00', 1000, 1000, 500, 'ms' from core.tenants t where t.slug like 'mesej-%'`,
  );
}

/** How the numbers of a clinic's patients begin. @param which the round: no number is in two */
const numbersOf = (which, clinic) => `+6011${which}${String(clinic).padStart(3, '0')}`;

/** A round of appointments of each clinic. */
async function book(owner, which) {
  const each = Math.ceil(count / tenants);
  await owner.query(
    `with clinic as (select t.id, row_number() over (order by t.slug) as k from core.tenants t where t.slug like 'mesej-%'),
      person as (
        insert into healthcare.patients (tenant_id, id, created_at, updated_at, first_name, last_name, phone_number, medical_record_number, has_insurance, pdpa_consent)
        select c.id, uuidv7(), now(), now(), 'Siti', 'Nur', '+6011' || $2::text || lpad(c.k::text, 3, '0') || lpad(n::text, 4, '0'), 'MRN-' || $2 || '-' || n, false, false
          from clinic c, generate_series(1, $1::integer) n returning tenant_id, id)
     insert into healthcare.appointments (tenant_id, id, created_at, updated_at, patient_id, doctor_id, scheduled_at, ends_at, duration_minutes, status, follow_up_required, reminder_sent)
     select p.tenant_id, uuidv7(), now(), now(), p.id, 'dr', now() + interval '5 hours', now() + interval '6 hours', 30, 'scheduled', false, false from person p`,
    [each, String(which)],
  );
  return each * tenants;
}

/** Starts the service, and waits until everything has come, or nothing more comes. @param hangs how the numbers begin that are never answered */
async function send({ folder, database, gateway }, expected, hangs = '') {
  Object.assign(gateway.seen, nothing(), { hangs });
  const service = await startService(join(folder, 'service.log'), {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    SMS_PROVIDER: 'http',
    SMS_HTTP: JSON.stringify({ url: `${gateway.url}/send`, body: '{"to":"{to}","text":"{text}","id":"{id}"}' }),
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  });
  const begun = performance.now();
  let memory = 0;
  const { seen } = gateway;
  const cpu = cpuOf(service.pid);
  while (seen.ids.size < expected && performance.now() - begun < PATIENCE_MS) {
    memory = Math.max(memory, memoryOf(service.pid) ?? 0);
    if (seen.last > 0 && performance.now() - seen.last > QUIET_MS) break;
    await pause(100);
  }
  const [seconds, arrivals] = [(seen.last - seen.first) / 1_000, [...seen.ids.values()]];
  const result = {
    sent: seen.ids.size,
    twice: seen.twice,
    unanswered: seen.unanswered,
    seconds,
    a_second: seen.ids.size / seconds,
    until_half_seconds: (percentile(arrivals, 0.5) - seen.first) / 1_000,
    node_mb: memory,
    node_cpu_seconds: (cpuOf(service.pid) - cpu) / 1e6,
  };
  await service.stop();
  return result;
}

await withUndo(async (onEnd) => {
  const folder = await makeFolder(onEnd);
  await measureStart(folder);
  const database = await openFilledDatabase(folder, onEnd);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  onEnd(() => owner.end());
  const gateway = await startGateway(onEnd);
  await fill(owner);
  const [results, parts] = [{}, { folder, database, gateway }];
  results['all carriers answer'] = await send(parts, await book(owner, 1));
  const most = await book(owner, 2);
  results['one clinic’s hang'] = await send(parts, most - most / tenants, numbersOf(2, 1));
  const names = Object.keys(Object.values(results)[0]);
  const row = ([name, result]) => [name, ...names.map((one) => result[one].toFixed(one.includes('seconds') ? 1 : 0))];
  console.log(table([['', ...names], ...Object.entries(results).map(row)]));
  if (options.json) await writeFile(options.json, JSON.stringify(results, null, 2));
});
