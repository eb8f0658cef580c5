import { setTimeout as sleep } from 'node:timers/promises';
import { MetricsPage } from './metrics-page.js';

it('parallel scrapes share one rendering, and later ones for as long as it is kept', async () => {
  let rendered = 0;
  const page = new MetricsPage(async () => {
    await sleep(5);
    return `page ${(rendered += 1)}`;
  }, 1_000);
  expect(await Promise.all([page.read(), page.read(), page.read()])).toEqual(['page 1', 'page 1', 'page 1']);
  expect(await page.read()).toBe('page 1');
  await sleep(1_050);
  expect(await page.read()).toBe('page 2');
});

it('a rendering that failed is not kept', async () => {
  let rendered = 0;
  const page = new MetricsPage(
    () => ((rendered += 1) === 1 ? Promise.reject(new Error('no')) : Promise.resolve('page')),
    60_000,
  );
  await expect(page.read()).rejects.toThrow('no');
  expect(await page.read()).toBe('page');
});
