import {
  MaintenanceEntry,
  maintenanceKinds,
  type MaintenanceKind,
  type MaintenanceSchedule,
  type VehicleStatus,
} from '@usaha/logistics';
import { choices } from '../../../wire/choices.js';
import { declared } from '../../../wire/declared-fields.js';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';

const kindChoices = choices('MaintenanceKind', maintenanceKinds);
const LONG = 10_000;

const schedule = {
  type: 'object',
  required: ['next_service_date', 'next_service_mileage', 'service_type'],
  properties: {
    next_service_date: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' as 'string' }] },
    next_service_mileage: { anyOf: [{ type: 'integer' }, { type: 'null' as 'string' }] },
    service_type: { anyOf: [{ type: 'string' }, { type: 'null' as 'string' }] },
  },
};

/** A field of a view: a status of a vehicle, or its schedule of services. */
const statusOrSchedule = (description: string, example: string): PropertyDecorator =>
  declared({
    document: () => ({
      description,
      example,
      anyOf: [{ type: 'string' }, schedule, { type: 'null' as 'string' }],
    }),
  });

@field.record('Something that was done to a vehicle, or planned for it')
export class MaintenanceEntryView {
  @field.id('Id of the entry') id!: string;
  @field.choice(
    'status: the status of the vehicle changed; schedule: maintenance_schedule changed; service: a service was recorded',
    kindChoices,
  )
  kind!: MaintenanceKind;
  @field.instant('When it was recorded (UTC)') recorded_at!: Date;
  @field.day('Day (UTC+8)', '2026-03-10') date!: string;
  @field.count('Mileage in kilometres', 48210, { nullable: true }) mileage!: number | null;
  @statusOrSchedule('The status or the schedule before', 'active') from!: VehicleStatus | MaintenanceSchedule | null;
  @statusOrSchedule('The status or the schedule since', 'maintenance') to!: VehicleStatus | MaintenanceSchedule | null;
  @field.text('Work that is to be done, or was done', 'servis berkala', { nullable: true }) service_type!:
    string | null;
  @field.money('Cost in MYR', 480, { nullable: true }) cost!: number | null;
  @field.text('Notes', 'Tukar minyak hitam', { nullable: true, max: LONG }) notes!: string | null;
  @field.id('Id of the user who recorded it; null for the service itself', undefined, { nullable: true })
  recorded_by!: string | null;
}

export const maintenanceEntryView = viewOf(MaintenanceEntry, MaintenanceEntryView, {
  fields: {
    recorded_at: ({ created_at }) => created_at,
    from: ({ was }) => was,
    to: ({ became }) => became,
    recorded_by: ({ actor_id }) => actor_id,
  },
});

/** POST /api/v1/logistics/vehicles/{vehicle_id}/maintenance-records/. */
export class MaintenanceRecordBody {
  @field.day('Day of the service; today (UTC+8) unless given', '2026-03-10', {
    optional: true,
    view: 'Day of the service',
  })
  date?: string | null;
  @field.text('Work that was done; any text', 'servis berkala', { view: 'Work that was done' }) service_type!: string;
  @field.money('Cost in MYR', 480, { optional: true }) cost?: number | null;
  @field.text('Workshop', 'Bengkel Ah Seng', { optional: true, max: 200 }) workshop?: string | null;
  @field.count('Mileage in kilometres as the workshop noted it; current_mileage is unchanged', 48210, {
    optional: true,
    view: 'Mileage in kilometres',
  })
  mileage?: number | null;
  @field.text('Notes', 'Tukar minyak hitam', { optional: true, max: LONG }) notes?: string | null;
}

@field.record('A service of a vehicle')
export class MaintenanceRecordView extends ViewType(MaintenanceRecordBody, { filled: ['date'] }) {
  @field.id('Id of the record, also in maintenance-history') id!: string;
  @placedBefore('date') @field.instant('When it was recorded (UTC)') recorded_at!: Date;
  @field.id('Id of the user who recorded it; null for the service itself', undefined, { nullable: true })
  recorded_by!: string | null;
}

export const maintenanceRecordView = viewOf(MaintenanceEntry, MaintenanceRecordView, {
  fields: {
    recorded_at: ({ created_at }) => created_at,
    service_type: ({ service_type }) => service_type as string,
    recorded_by: ({ actor_id }) => actor_id,
  },
});
