import { ClientService, clientData } from '@usaha/beauty';
import { field } from '../../../wire/field.js';
import { personPrivacyController } from '../person-privacy.controller.js';
import { recordsAsKept as records } from '../person-privacy.wire.js';
import { ClientView, clientView } from './clients.wire.js';

export const ReferenceClientPrivacyController = personPrivacyController({
  data: clientData,
  service: ClientService,
  module: 'beauty',
  collection: 'clients',
  parameter: 'client_id',
  possessive: "a client's",
  exported: {
    schema: 'ClientExportView',
    meaning: 'All data stored about one client',
    content: "the client's data and audit trail",
    person: ['client', field.nested('The client', ClientView)],
    show: (_, client) => clientView(client),
    records: {
      points_movements: records("Movements of the client's points, newest first"),
      appointments: records('Appointments of the client, newest first, each with its lines and payments, decrypted'),
      messages: records('Messages to the client, newest first, without their texts'),
      einvoice_buyers: records('Buyers that the client is on e-invoices, newest first'),
      einvoices: records('E-invoices to the client, without their texts, newest first'),
      packages: records('Packages that the client bought, newest first, each with the movements of its sessions'),
      memberships: records('Memberships of the client, newest first'),
    },
    trail: "Audit trail of the client and of the client's records: who read, changed or exported them; newest first",
  },
  erased: {
    schema: 'ClientErasureView',
    meaning: "The result of an erasure of a client's data",
    content:
      'names, identity documents, contact, health data and notes of the client permanently, in appointments too; the client can no longer be found. A deleted client can be erased as well.',
    id: 'Id of the client, who can no longer be found',
    counts: {
      appointments: field.count(
        'Number of appointments reduced to day, times, services, staff, status and amounts',
        12,
      ),
      memberships: field.count('Number of memberships reduced to type, days, fee and status', 1),
      packages_kept: field.count('Number of sold packages kept, as the law requires for seven years', 2),
    },
  },
});
