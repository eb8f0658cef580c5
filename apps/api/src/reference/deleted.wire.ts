import { field } from '../wire/field.js';

@field.record('What DELETE answers: the record is gone for every observer, on both surfaces (A-03)')
export class DeletedView {
  @field.id('Id of the deleted record') id!: string;
  @field.flag('Always true', true) deleted!: boolean;
}

export const deleted = ({ id }: { id: string }): DeletedView => ({ id, deleted: true });
