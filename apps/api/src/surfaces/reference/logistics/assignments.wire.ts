import type { Assigned, DocumentWarning } from '@usaha/logistics';
import { MAX_TEXT, field } from '../../../wire/field.js';
import { plainView } from '../../../wire/view.js';
import { ViewType, placedBefore } from '../../../wire/view-type.js';
import { documentWarningChoices, warningsOf } from './warnings.wire.js';

const DRIVER = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';
const VEHICLE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b8d';
const LONG = 10_000;

/** POST /api/v1/logistics/drivers/{driver_id}/assign-vehicle/. */
export class AssignVehicleBody {
  @field.reference('Id of the vehicle', VEHICLE, { max: MAX_TEXT }) vehicle_id!: string;
  @field.day('Day of the assignment, by which documents are judged; today (UTC+8) unless given', '2026-03-10', {
    optional: true,
    view: 'Day of the assignment',
  })
  assignment_date?: string | null;
  @field.text('Notes', 'Laluan utara', { optional: true, max: LONG }) notes?: string | null;
}

@field.record('An assignment of a vehicle to a driver')
export class AssignmentView extends ViewType(AssignVehicleBody, { filled: ['assignment_date'] }) {
  @field.id('Id of the assignment') id!: string;
  @placedBefore('vehicle_id') @field.id('Id of the driver', DRIVER) driver_id!: string;
  @field.id('Id of the driver who had the vehicle before; null if none had', DRIVER, { nullable: true })
  previous_driver_id!: string | null;
  @warningsOf(documentWarningChoices, 'Expired documents and statuses on the day of the assignment (A-295)')
  warnings!: DocumentWarning[];
  @field.instant('When the vehicle was assigned (UTC)') created_at!: Date;
}

export const assignmentView = plainView<Assigned, AssignmentView>(AssignmentView, {
  fields: {
    id: ({ assignment }) => assignment.id,
    driver_id: ({ assignment }) => assignment.driver_id as string,
    vehicle_id: ({ assignment }) => assignment.vehicle_id,
    assignment_date: ({ assignment }) => assignment.assignment_date,
    notes: ({ assignment }) => assignment.notes,
    previous_driver_id: ({ assignment }) => assignment.previous_driver_id,
    created_at: ({ assignment }) => assignment.created_at,
  },
});
