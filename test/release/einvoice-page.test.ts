import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { enableEinvoices, soldSource } from '../support/einvoices.js';
import { newTenant, type TestTenant } from '../support/people.js';

/** The buyer's page of a sale in a real browser of a telephone, without scripts. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const isInstalled = existsSync(executablePath);
const title = isInstalled
  ? 'The page of the buyer of an e-invoice'
  : `The page of the buyer of an e-invoice is not tested, since there is no Chromium at ${executablePath}`;
if (!isInstalled) process.stderr.write(`${title}\n`);
const WIDTH = 360;

(isInstalled ? describe : describe.skip)(title, () => {
  let browser: Browser;
  let tenant: TestTenant;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
    tenant = await newTenant();
    await enableEinvoices(tenant);
  });
  afterAll(() => browser?.close());

  async function opened(locale: string): Promise<Page> {
    const { module, kind, id } = await soldSource(tenant);
    const path = `/einvoices/request-link?module=${module}&kind=${kind}&id=${id}`;
    const { url } = on.data(await on.get(path, tenant.admin.token));
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale,
      viewport: { width: WIDTH, height: 740 },
    });
    const page = await context.newPage();
    await page.goto(url as string);
    return page;
  }

  it.each([
    [
      'en-MY',
      'Name',
      'E-mail',
      'Telephone',
      'Postcode',
      'City or town',
      'Address',
      'Ask for an e-invoice',
      'has been asked for',
    ],
    ['ms-MY', 'Nama', 'E-mel', 'Telefon', 'Poskod', 'Bandar', 'Alamat', 'Minta e-invois', 'telah diminta'],
  ])('%s: takes a wrong and a right form on the width of a telephone', async (locale, ...words) => {
    const [name, email, phone, postcode, city, line1, ask, asked] = words;
    const page = await opened(locale);
    const fill = async (code: string): Promise<void> => {
      const values = [
        [name, 'Siti Nur'],
        [email, 'siti.nur@example.com'],
        [phone, '+60123450101'],
        ['TIN (', 'IG123456789'],
        [line1, '12, Jalan Telawi 3'],
        [postcode, code],
        [city, 'Kuala Lumpur'],
      ] as const;
      for (const [label, value] of values)
        await page
          .getByLabel(label, { exact: !label.endsWith('(') && label !== postcode })
          .first()
          .fill(value);
      await page.getByRole('button', { name: ask }).click();
    };
    for (const control of await page.locator('input, select, button').all()) {
      const box = await control.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= WIDTH).toBe(true);
    }
    await fill('5910');
    expect(await page.locator('#postcode-error').innerText()).not.toBe('');
    expect(await page.locator('#name').inputValue()).toBe('');
    await fill('59100');
    expect(await page.locator('[role=status]').innerText()).toContain(asked);
    expect(await page.locator('form').count()).toBe(0);
    await page.context().close();
  });
});
