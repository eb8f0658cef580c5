import { createHash } from 'node:crypto';
import type { PublicShipment } from '@usaha/logistics';
import { POLICY, gonePage, trackPage } from './track-page.js';

const shipment = (said: Partial<PublicShipment> = {}): PublicShipment => ({
  tracking_number: 'MY261122W7Q2R5TX',
  status: 'in_transit',
  origin: { city: 'Shah Alam', state: 'Selangor' },
  destination: { city: null, state: 'Pulau Pinang' },
  delivery_date: null,
  delivery_time_window: null,
  estimated_delivery_time: new Date('2026-11-25T10:00:00Z'),
  actual_delivery_time: null,
  history: [
    { status: 'pending', at: new Date('2026-11-21T16:30:00Z') },
    { status: 'in_transit', at: new Date('2026-11-22T01:00:00Z') },
  ],
  ...said,
});

describe('the page of public tracking (A-317)', () => {
  it('is styled by itself alone: its policy allows that style and nothing else', () => {
    for (const html of [trackPage(shipment(), 'en'), gonePage('ms')]) {
      const [, style = ''] = /<style>([^]*)<\/style>/.exec(html) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(POLICY).toContain(`style-src 'sha256-${hash}'`);
      expect(html).not.toMatch(/style=|<script/);
    }
    expect(POLICY).toMatch(/^default-src 'none';/);
  });

  it('tells what happened last first, on the clocks of Malaysia', () => {
    const html = trackPage(shipment(), 'en');
    expect(html.indexOf('22/11/2026 09:00')).toBeLessThan(html.indexOf('22/11/2026 00:30'));
    expect(html).toContain('<time datetime="2026-11-21T16:30:00.000Z">');
  });

  it('promises what was agreed on, else what is expected, and nothing once it has ended', () => {
    expect(trackPage(shipment(), 'en')).toContain('<dt>Expected by</dt><dd>25/11/2026 18:00</dd>');
    const promised = { delivery_date: '2026-12-15', delivery_time_window: { start: '09:00:00', end: null } };
    expect(trackPage(shipment(promised), 'ms')).toContain(
      '<dt>Penghantaran dijanjikan</dt><dd>15/12/2026, 09:00–</dd>',
    );
    const delivered = { status: 'delivered', actual_delivery_time: new Date('2026-12-15T02:00:00Z') } as const;
    const html = trackPage(shipment({ ...promised, ...delivered }), 'en');
    expect(html).toContain('<dt>Delivered</dt><dd>15/12/2026 10:00</dd>');
    expect(html).not.toMatch(/promised|Expected/);
  });

  it('names as much of a place as there is', () => {
    const html = trackPage(shipment({ origin: { city: ' ', state: null } }), 'en');
    expect(html).not.toContain('<dt>From</dt>');
    expect(html).toContain('<dt>To</dt><dd>Pulau Pinang</dd>');
  });
});
