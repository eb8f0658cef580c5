import { Durations } from '@usaha/shared/operation';
import { durationsText } from './durations-metric.js';

it('durations are a histogram as Prometheus reads it', async () => {
  const durations = new Durations([0.1, 1]);
  for (const seconds of [0.05, 0.5, 30]) durations.add(seconds);
  expect(await durationsText('waits', 'How long', [[{ route: '/a"b', status: 200 }, durations]])).toBe(
    [
      '# HELP waits How long',
      '# TYPE waits histogram',
      'waits_bucket{le="0.1",route="/a\\"b",status="200"} 1',
      'waits_bucket{le="1",route="/a\\"b",status="200"} 2',
      'waits_bucket{le="+Inf",route="/a\\"b",status="200"} 3',
      'waits_sum{route="/a\\"b",status="200"} 30.55',
      'waits_count{route="/a\\"b",status="200"} 3',
      '',
    ].join('\n'),
  );
  expect(await durationsText('waits', 'How long', [[{}, durations]])).toContain(
    'waits_bucket{le="+Inf"} 3\nwaits_sum 30.55\nwaits_count 3\n',
  );
});
