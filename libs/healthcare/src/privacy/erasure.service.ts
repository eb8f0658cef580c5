import { Injectable } from '@nestjs/common';
import { Database, Table, forgetAnswersHolding, type Context } from '@usaha/shared';
import type { Patient } from '../patient/patient.entity.js';
import { PatientRepository } from '../patient/patient.repository.js';
import { belongingNames, belongings, type BelongingName } from './belongings.js';
import { BillKeeping } from './bill-keeping.js';

/** What an erasure did. */
export interface Erasure extends Record<BelongingName, number> {
  patient: Patient;
  /** Bills that stay whole, since the law on accounts asks for them. */
  bills_kept: number;
}

/** Patients as long as there is something of theirs to erase: deleted ones too, whose data lie where they lay. */
export class ErasablePatients extends PatientRepository {
  protected override get mine(): string {
    return 'r.tenant_id = $1 and r.erased_at is null';
  }
}

/** Bills and payments stay, so what was answered to them does too: who asks again must not pay again. */
const isForgotten = (path: string): boolean => /\/healthcare\/(?!billing(?:\/|$))/.test(path);

/**
 * Takes away whatever tells who a patient was and how he fared (Personal Data Protection Act 2010, s.10: data are not
 * kept longer than they are needed). Numbers, dates and sums stay, so that calendars, series and accounts have no holes.
 */
@Injectable()
export class ErasureService {
  private readonly patients: ErasablePatients;
  private readonly blanking: Readonly<Record<BelongingName, string>>;

  constructor(
    database: Database,
    private readonly bills: BillKeeping,
  ) {
    this.patients = new ErasablePatients(database);
    this.blanking = Object.fromEntries(belongingNames.map((name) => [name, blank(name, database)])) as Record<
      BelongingName,
      string
    >;
  }

  /**
   * Erases a patient, deleted or not. Answers that were kept for repeated requests go where they name him: such a
   * request is done anew.
   * @throws not_found also for whoever is erased already
   */
  async erase(ctx: Context, id: string): Promise<Erasure> {
    // Whoever writes something down about him holds him too: nothing is added while this goes on, or after it.
    const patient = await this.patients.hold(ctx, id);
    patient.erase(ctx.now);
    await this.patients.save(ctx, patient, 'erase');
    const counts = {} as Record<BelongingName, number>;
    for (const name of belongingNames)
      counts[name] = await ctx.db.change(this.blanking[name], [ctx.tenant_id, patient.id, ctx.now]);
    await this.bills.blankOld(ctx);
    await forgetAnswersHolding(ctx, patient.id, isForgotten);
    return { patient, ...counts, bills_kept: await this.bills.kept(ctx, patient.id) };
  }

  /** @returns the patient, held, or null when he is not there or erased already */
  hold(ctx: Context, id: string): Promise<Patient | null> {
    return this.patients.holdIfThere(ctx, id);
  }
}

/** The statement that blanks a patient's records in one table: $2 is the patient, $3 the moment. */
function blank(name: BelongingName, database: Database): string {
  const { entity, erased } = belongings[name];
  const table = Table.of<object>(entity, database.dataSource);
  const sealed = table.columns.filter((c) => c.kind === 'sealed').map((c) => `${c.name} = null`);
  const others = Object.entries(erased).map(([column, value]) => `${column} = ${value}`);
  const sets = [...sealed, ...others, 'updated_at = $3', 'version = r.version + 1'].join(', ');
  return `update ${table.path} r set ${sets} where r.tenant_id = $1 and r.patient_id = $2`;
}
