import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { expectInvalid } from '../support/core-shapes.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { uploadForm } from '../support/files.js';
import { newTenant, type Person } from '../support/people.js';
import { png } from '../support/pictures.js';

/** Content that was uploaded with HTML or SVG inside, opened by its link in a real browser: no script runs. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const isInstalled = existsSync(executablePath);
const title = isInstalled
  ? 'Uploaded content'
  : `Uploaded content is not tested, since there is no Chromium at ${executablePath}`;
if (!isInstalled) process.stderr.write(`${title}\n`);

const SCRIPT = '<script>document.title="ran";fetch("/health/live?ran")</script>';
const HTML = `<!doctype html><html><body>${SCRIPT}<img src=x onerror="document.title='ran'"></body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='ran'">${SCRIPT}</svg>`;

(isInstalled ? describe : describe.skip)(title, () => {
  let browser: Browser;
  let admin: Person;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
    ({ admin } = await newTenant());
  });
  afterAll(() => browser?.close());

  it.each([
    ['HTML', HTML, 'page.html', 'text/html'],
    ['HTML said to be a picture', HTML, 'page.png', 'image/png'],
    ['SVG', SVG, 'drawing.svg', 'image/svg+xml'],
    ['SVG said to be text', SVG, 'drawing.txt', 'text/plain'],
    ['HTML behind white space', ` \n\t${HTML}`, 'page.txt', 'text/plain'],
  ])('is refused: %s', async (_, content, filename, type) => {
    expectInvalid(on, await uploadForm(admin, content, { filename, type }), 'file');
  });

  it('would be seen where a script runs', async () => {
    const page = await browser.newPage();
    await page.setContent(HTML);
    await page.waitForFunction('document.title === "ran"');
    await page.close();
  });

  it.each([
    ['a text', `Note\n${HTML}`, 'note.html'],
    ['a table', `a,b\n${SVG},2\n`, 'list.csv'],
    ['a PDF', `%PDF-1.7\n${HTML}`, 'a.pdf'],
    ['a picture', png({ text: HTML }), 'a.png'],
    ['a picture with a page behind its end', Buffer.concat([png(), Buffer.from(HTML)]), 'b.png'],
  ])('runs no script: %s with HTML in it', async (_, content, filename) => {
    const { id } = on.data(await uploadForm(admin, content, { filename }));
    const { url } = on.data(await on.post(`/files/${id}/link`, {}, admin.token));
    const page = await browser.newPage({ acceptDownloads: true });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // A download ends the navigation.
    await page.goto(url as string).catch(() => undefined);
    await new Promise((done) => setTimeout(done, 500));
    expect(await page.title()).not.toBe('ran');
    expect(asked.filter((one) => one.includes('ran'))).toEqual([]);
    // Within another page it is no document, script or style either.
    await page.goto('about:blank');
    const within = `<iframe src="${url}"></iframe><script src="${url}"></script><object data="${url}"></object>`;
    await page.setContent(within, { waitUntil: 'commit' });
    await new Promise((done) => setTimeout(done, 500));
    expect(await page.title()).not.toBe('ran');
    expect(asked.filter((one) => one.includes('ran'))).toEqual([]);
    await page.close();
  });
});
