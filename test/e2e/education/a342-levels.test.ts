import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { educationRecord, newClass, newFee, newInvoices, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const names = ['Form 4', 'Tingkatan 4', 'form 4 sains', ' FORM  4 '];

let tenant: TestTenant;
let students: string[];
beforeAll(async () => {
  tenant = await newTenant();
  students = [];
  for (const current_grade of names) students.push((await newStudent(tenant, { current_grade })).id);
  for (const current_grade of ['4', 'Form 41', 'Tahun 4']) await newStudent(tenant, { current_grade });
});

const found = async (path: string): Promise<string[]> =>
  must(await on.get(`/education${path}`, tenant.admin.token), 200)
    .map((row: Json) => row.id)
    .sort();

describe('A-342: "Form 4", "Tingkatan 4" and "form 4 sains" are one level', () => {
  it.each([...names, 'tingkatan 4 SASTERA'])('to a filter of students: %s', async (name) => {
    expect(await found(`/students?current_grade=${encodeURIComponent(name)}`)).toEqual([...students].sort());
  });

  it('and no other text: "4" and "Form 41" are their own', async () => {
    expect(await found('/students?current_grade=4')).toHaveLength(1);
    expect(await found('/students?current_grade=form%2041')).toHaveLength(1);
    expect(await found('/students?current_grade=Standard%204')).toHaveLength(1);
  });

  it('to filters of classes and fees', async () => {
    const [schoolClass, fee] = [
      await newClass(tenant, { grade_level: 'Tingkatan 4' }),
      await newFee(tenant, { grade_level: 'form 4 sains' }),
    ];
    expect(await found('/classes?grade_level=form%204')).toEqual([schoolClass.id]);
    expect(await found('/fees?grade_level=TINGKATAN%204')).toEqual([fee.id]);
  });

  it('to billing, and to reports of attendance and of what is owed', async () => {
    const invoices = await newInvoices(tenant, { fee_id: (await newFee(tenant)).id, grade_level: 'tingkatan 4' });
    expect(invoices.map(({ student_id }) => student_id).sort()).toEqual([...students].sort());
    for (const student_id of students)
      await educationRecord(tenant, '/attendance', { student_id, date: '2026-03-10', status: 'present' });
    const rows = async (name: string) =>
      must(await on.get(`/education/reports/${name}?group_by=grade`, tenant.admin.token), 200).rows as Json[];
    expect(await rows('attendance')).toEqual([expect.objectContaining({ total: 4 })]);
    expect(await rows('outstanding')).toEqual([expect.objectContaining({ invoices: 4, amount: 720 })]);
  });
});
