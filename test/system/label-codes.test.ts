import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { baseUrl, type Json } from '../support/client.js';
import { newShipment } from '../support/logistics.js';
import { newTenant } from '../support/people.js';

/**
 * Labels as a scanner sees them: drawn at the resolution of a label printer, and read back. With any text in the
 * addresses, both codes have to be read.
 */
const run = promisify(execFile);
const programs = ['pdftoppm', 'zbarimg'];
const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));
const missing = programs.filter((program) => !isInstalled(program));
const PRINTER_DPI = '203';

const title =
  missing.length === 0 ? 'labels' : `Labels are not read back, since there is no ${missing.join(' and no ')} here`;
// Jest counts what is skipped, and does not say why.
if (missing.length > 0) process.stderr.write(`${title}\n`);

/** Texts of the greatest length that each field takes. */
const filled = (words: string, length: number): string =>
  words.repeat(Math.ceil(length / words.length)).slice(0, length);
const scripts = {
  Malay: {
    name: 'Muhammad Faizal bin Abdul Rahman ',
    place: 'No. 12A-3-7, Blok Cempaka, Pangsapuri Seri Mutiara Indah, Persiaran Perbandaran Seksyen 14/25, ',
  },
  Chinese: {
    name: '陳美玲貿易有限公司',
    place: '吉隆坡武吉免登區蘇丹依斯邁路第二十五號雙子塔大廈第三座第十八樓第六號單位,',
  },
  Tamil: {
    name: 'முத்து குமார் த/பெ சுப்பிரமணியம் ',
    place: 'எண் 12, ஜாலான் துங்கு அப்துல் ரஹ்மான் சாலை, தாமான் ஸ்ரீ மூடா, பெட்டாலிங் ஜெயா நகராட்சி மன்றம் அருகில், ',
  },
  'one word without end': { name: 'W', place: 'M' },
};

function longest({ name, place }: { name: string; place: string }): Json {
  const party = {
    company_name: filled(name, 200),
    contact_person: filled(name, 200),
    phone_number: filled('+60 12-345 0102 ', 50),
    address: {
      street: filled(place, 500),
      city: filled(place, 500),
      state: filled(place, 500),
      postal_code: filled('40150 ', 20),
      country: filled(place, 100),
    },
  };
  return {
    origin: party,
    destination: party,
    customer_reference: filled(place, 200),
    payment_method: 'cod',
    payment_amount: 9_999_999_999.99,
    package_details: { weight_kg: 123_456.789, is_fragile: true },
    delivery_date: '2026-12-15',
    delivery_time_window: { start: '09:00', end: '12:00' },
  };
}

/** What the codes of each page say, page by page. */
async function readBack(pdf: Buffer): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'usaha-label-'));
  try {
    await writeFile(join(folder, 'label.pdf'), pdf);
    await run('pdftoppm', ['-r', PRINTER_DPI, '-gray', join(folder, 'label.pdf'), join(folder, 'page')]);
    const pages = (await readdir(folder)).filter((file) => file.startsWith('page')).sort();
    return await Promise.all(
      pages.map(async (page) =>
        (await run('zbarimg', ['--quiet', join(folder, page)])).stdout.trim().split('\n').sort(),
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

(missing.length === 0 ? describe : describe.skip)(title, () => {
  it('carry the tracking number and a link that shows the shipment, with the longest texts of every script', async () => {
    const tenant = await newTenant();
    const headers = { authorization: `Bearer ${tenant.admin.token}` };
    const shipments = [await newShipment(tenant)];
    for (const script of Object.values(scripts)) shipments.push(await newShipment(tenant, longest(script)));
    const ids = shipments.map(({ id }) => id as string).join(',');
    const answer = await fetch(`${baseUrl()}/api/v1/logistics/shipments/labels/?ids=${ids}`, { headers });
    expect(answer.status).toBe(200);
    const pages = await readBack(Buffer.from(await answer.arrayBuffer()));
    const links = await Promise.all(
      shipments.map(async ({ id }) => {
        const told = await fetch(`${baseUrl()}/api/v1/logistics/shipments/${id}/tracking-link/`, { headers });
        return ((await told.json()) as Json).data.url as string;
      }),
    );
    expect(pages).toEqual(
      shipments.map(({ tracking_number }, i) => [`CODE-128:${tracking_number}`, `QR-Code:${links[i]}`]),
    );
    for (const [i, link] of links.entries()) {
      const shown = await fetch(link, { headers: { accept: 'application/json' } });
      expect([shown.status, ((await shown.json()) as Json).tracking_number]).toEqual([
        200,
        shipments[i]!.tracking_number,
      ]);
    }
  }, 120_000);
});
