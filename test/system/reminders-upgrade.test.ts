import { randomUUID } from 'node:crypto';
import type { MigrationInterface } from 'typeorm';
import { NotificationService, type Letter, type OpenNotification } from '@usaha/core';
import { migrate } from '@usaha/shared';
import { createDataSource } from '@usaha/shared/operation';
import { migrations } from '../../apps/api/dist/database/persistence.js';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { dropDatabases, emptyDatabase, sql, type OwnDatabase } from '../support/system-database.js';

/** Databases of releases that kept claims on the appointments: what was sent, refused or left unknown stays so. */

jest.setTimeout(60_000);

let database: OwnDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(dropDatabases);

async function migrated(known: (new () => MigrationInterface)[]): Promise<void> {
  const owner = await createDataSource({
    url: database.ownerUrl,
    entities: [],
    migrations: known,
    poolSize: 2,
  }).initialize();
  try {
    await migrate(owner);
  } finally {
    await owner.destroy();
  }
}

const tenant_id = randomUUID();
const [patient_id, sent, refused, unknown, free] = Array.from({ length: 5 }, () => randomUUID());
const scheduled_at = new Date(Math.floor(Date.now() / 1000) * 1000 + 5 * 3_600_000 + 250);

const insert = (table: string, row: Record<string, unknown>) => {
  const names = Object.keys(row);
  return sql(
    database.ownerUrl,
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
};

it('a reminder that was claimed before the upgrade is not sent again, and is listed as it was', async () => {
  // As it was made by a release that had claims on the appointments, regardless of later migrations.
  const isOfThen = ({ name }: { name: string }) => Number(name.slice(-13)) <= 1763800000000;
  await migrated(migrations.filter(isOfThen));
  const now = new Date();
  const times = { created_at: now, updated_at: now };
  await insert('core.tenants', {
    id: tenant_id,
    ...times,
    name: 'Klinik Lama',
    slug: 'klinik-lama',
    schema_name: 'klinik_lama',
    business_type: 'HEALTHCARE',
    subscription_plan: 'STARTER',
    pricing_model: 'SUBSCRIPTION',
    status: 'ACTIVE',
    settings: {},
  });
  await insert('healthcare.patients', {
    tenant_id,
    id: patient_id,
    ...times,
    first_name: 'Siti',
    last_name: 'Nur',
    email: 'siti@example.com',
    medical_record_number: 'MRN-1',
    has_insurance: false,
    pdpa_consent: false,
  });
  const claimed_at = new Date(now.getTime() - 3_600_000);
  const book = (id: string | undefined, claim: Record<string, unknown>) =>
    insert('healthcare.appointments', {
      tenant_id,
      id,
      ...times,
      patient_id,
      doctor_id: 'dr-aminah',
      scheduled_at,
      ends_at: new Date(scheduled_at.getTime() + 1_800_000),
      duration_minutes: 30,
      status: 'scheduled',
      follow_up_required: false,
      reminder_sent: false,
      ...claim,
    });
  await book(sent, { reminder_sent: true, reminder_claimed_at: claimed_at });
  await book(refused, { reminder_claimed_at: claimed_at, reminder_refused: '550 5.1.1 no mailbox for Siti here' });
  await book(unknown, { reminder_claimed_at: claimed_at });
  await book(free, {});

  await migrated(migrations);

  const opened = await openDatabase(database.appUrl);
  const app = await openContexts(opened);
  try {
    const notifications = app.get(NotificationService);
    const letters: Letter[] = [];
    const unsure: OpenNotification[] = [];
    const count = await notifications.sendDue({
      mailer: {
        send: (letter) => {
          letters.push(letter);
          return Promise.resolve({ kind: 'accepted' });
        },
      },
      now: () => new Date(),
      failed: (error) => {
        throw error;
      },
      unsure: (_tenant, found) => unsure.push(...found),
    });
    expect([count, letters.length, unsure.map(({ subject_id }) => subject_id)]).toEqual([1, 1, [unknown]]);
    const rows = await sql<{ id: string; reminder_sent: boolean }>(
      database.ownerUrl,
      'select id, reminder_sent from healthcare.appointments where reminder_sent',
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([free, sent].sort());
    const open = await opened.work({ tenant_id, actor: null, now: new Date() }, (ctx) => notifications.open(ctx));
    expect(open.sort((a, b) => Number(b.refused) - Number(a.refused))).toMatchObject([
      { subject_id: refused, refused: true, refusal_code: '550 5.1.1', claimed_at },
      { subject_id: unknown, refused: false, refusal_code: null, claimed_at },
    ]);
  } finally {
    await app.close();
    await opened.end();
  }
});
