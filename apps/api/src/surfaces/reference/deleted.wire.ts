import { field } from '../../wire/field.js';

@field.record('The result of a DELETE; the record can no longer be found on either surface (A-03)')
export class DeletedView {
  @field.id('Id of the deleted record') id!: string;
  @field.flag('Always true', true) deleted!: boolean;
}

export const deleted = ({ id }: { id: string }): DeletedView => ({ id, deleted: true });
