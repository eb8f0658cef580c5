import { Body, Get, Param, Query, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { handlerArguments } from './handler-arguments.js';

class ListQuery {
  search?: string;
}

const Said = createParamDecorator((said: string, execution: ExecutionContext) => `${said} ${execution.getType()}`);

class Lists {
  @Get(':owner_id')
  list(@Said('by') _said: string, @Param('owner_id') _id: string, @Query() _query: ListQuery): void {}

  @Get()
  none(): void {}

  @Get()
  odd(@Body() _body: object): void {}

  @Get()
  part(@Query('search') _search: string): void {}
}

it('arguments are told in their order, each with what it is taken from', () => {
  const [said, id, query] = handlerArguments(Lists, 'list');
  expect([id, query]).toEqual([
    { from: 'path', parameter: 'owner_id' },
    { from: 'query', type: ListQuery },
  ]);
  const execution = { getType: () => 'http' } as ExecutionContext;
  expect(said?.from === 'decorator' && said.make(execution)).toBe('by http');
  expect(handlerArguments(Lists, 'none')).toEqual([]);
});

it.each(['odd', 'part'])('an argument that is taken from something else is refused (%s)', (name) => {
  expect(() => handlerArguments(Lists, name)).toThrow(`Lists.${name}: argument 0 is of another kind`);
});
