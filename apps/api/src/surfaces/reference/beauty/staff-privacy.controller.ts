import { StaffService, staffData } from '@usaha/beauty';
import { field } from '../../../wire/field.js';
import { personPrivacyController } from '../person-privacy.controller.js';
import { recordsAsKept as records } from '../person-privacy.wire.js';
import { StaffView, staffView } from './staff.wire.js';

export const ReferenceStaffPrivacyController = personPrivacyController({
  data: staffData,
  service: StaffService,
  module: 'beauty',
  collection: 'staff',
  parameter: 'staff_id',
  possessive: "a staff member's",
  exported: {
    schema: 'StaffExportView',
    meaning: 'All data stored about one member of staff',
    content: "the member's data and audit trail",
    person: ['staff_member', field.nested('The member of staff', StaffView)],
    show: ({ actor }, member) => staffView(actor)(member),
    records: { appointment_lines: records('Lines of appointments that name the member, newest first') },
    trail: 'Audit trail of the member: who changed or exported the data; newest first',
  },
  erased: {
    schema: 'StaffErasureView',
    meaning: "The result of an erasure of a staff member's data",
    content:
      'names, identity documents, contact, pay and notes of the member permanently, and the name in appointments; the member can no longer be found. A deleted member can be erased as well.',
    id: 'Id of the member, who can no longer be found',
    counts: {
      appointment_lines: field.count('Number of lines of appointments in which the name was erased', 240),
    },
  },
});
