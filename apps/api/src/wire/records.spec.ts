import 'reflect-metadata';
import { Controller, Get, Param, Put } from '@nestjs/common';
import { Records, findersOf, notLookedUp, requireFinders } from './records.js';

class CustomerService {
  get(): Promise<unknown> {
    return Promise.resolve(null);
  }
}

@Controller('customers')
class Forgetful {
  @Get('')
  list(): void {}
  @Put(':customer_id/notes/:note_id')
  change(@Param('customer_id') _id: string): void {}
}

@Records({ customer_id: CustomerService })
@Controller('customers')
class HalfForgetful extends Forgetful {
  @Put(':customer_id/notes/:note_id')
  override change(): void {}
}

@Records({ note_id: notLookedUp('a number within its customer'), customer_id: CustomerService })
@Controller('customers')
class Complete extends Forgetful {
  @Put(':customer_id/notes/:note_id')
  override change(): void {}
}

describe('a controller', () => {
  it('does not start while it does not say what finds the records of its paths', () => {
    expect(() => requireFinders([Complete, Forgetful])).toThrow(
      'Forgetful.change (customers/:customer_id/notes/:note_id): nothing finds the record of :customer_id; name its service with @Records on the controller',
    );
    expect(() => requireFinders([HalfForgetful])).toThrow('nothing finds the record of :note_id');
    expect(() => requireFinders([Complete])).not.toThrow();
  });

  it('names the services that find them, and what is not looked up for a reason', () => {
    expect(findersOf(Complete)).toEqual([['customer_id', CustomerService]]);
    expect(findersOf(Forgetful)).toEqual([]);
  });
});
