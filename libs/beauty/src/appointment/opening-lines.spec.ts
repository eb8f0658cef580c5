import { markOpening } from './opening-lines.js';

const line = (service_id: string, staff_id: string | null) => ({
  service_id,
  staff_id,
  opens_service: false,
  opens_staff: true,
});

it('the first line of each service and of each member, or of none, counts their appointment', () => {
  const lines = [line('cut', 'mei'), line('cut', null), line('wash', 'mei'), line('wash', null), line('dye', 'siti')];
  markOpening(lines);
  expect(lines.map(({ opens_service, opens_staff }) => [opens_service, opens_staff])).toEqual([
    [true, true],
    [false, true],
    [true, false],
    [false, false],
    [true, true],
  ]);
});
