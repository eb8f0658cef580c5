import type { MigrationInterface } from 'typeorm';
import { EinvoiceBacklog1764980547300 } from '../migrations/1764980547300-einvoice-backlog.js';
import { EinvoiceSendingRests1764980547310 } from '../migrations/1764980547310-einvoice-sending-rests.js';
import { EinvoiceLetters1764980547320 } from '../migrations/1764980547320-einvoice-letters.js';
import { ClientRatesPurge1764980547330 } from '../migrations/1764980547330-client-rates-purge.js';

/** What the sending, the letters and the figures of e-invoices added to the database. */
export const einvoiceMigrations: (new () => MigrationInterface)[] = [
  EinvoiceBacklog1764980547300,
  EinvoiceSendingRests1764980547310,
  EinvoiceLetters1764980547320,
  ClientRatesPurge1764980547330,
];
