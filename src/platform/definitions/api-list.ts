import { applyDecorators, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiCreatedResponse, ApiQuery } from '@nestjs/swagger';
import type { Fields } from '../../contract/fields';
import { PAGE_MAX } from '../../contract/list-dialect';
import type { ResourceDefinition } from '../../contract/resource';
import { sortsOf } from './list-query';

/** OpenAPI of the search and of one filter per filterable field. */
export function ApiFilters(definition: ResourceDefinition<Fields>): MethodDecorator {
  const filters = Object.entries(definition.fields).filter(([, field]) => field.filter || field.kind === 'id');
  return applyDecorators(
    ...(Object.values(definition.fields).some((field) => field.search)
      ? [
          ApiQuery({
            name: 'q',
            required: false,
            schema: { type: 'string' },
            description: 'Searches in the texts that name the row.',
          }),
        ]
      : []),
    ApiQuery({ name: 'id', required: false, isArray: true, type: String, description: 'Repeated: these rows.' }),
    ...filters.map(([name]) =>
      ApiQuery({
        name,
        required: false,
        isArray: true,
        type: String,
        description: `Repeated means one of; also ${name}_ne, _gte, _lte, _like, _in, _nin, _null, _between.`,
      }),
    ),
  );
}

/** OpenAPI of a list: paging, sorting, search, one filter per filterable field, and the count header. */
export function ApiList(definition: ResourceDefinition<Fields>, row: Type): MethodDecorator {
  return applyDecorators(
    ApiQuery({ name: '_start', required: false, schema: { type: 'integer', minimum: 0 }, example: 0 }),
    ApiQuery({
      name: '_end',
      required: false,
      schema: { type: 'integer', minimum: 0 },
      description: `At most ${PAGE_MAX} rows a page.`,
      example: 20,
    }),
    ApiQuery({
      name: '_sort',
      required: false,
      schema: { type: 'string' },
      description: `Comma-separated: ${['id', ...sortsOf(definition)].join(', ')}.`,
    }),
    ApiQuery({
      name: '_order',
      required: false,
      schema: { type: 'string' },
      description: 'asc or desc for each name of _sort.',
    }),
    ApiFilters(definition),
    ApiOkResponse({
      type: row,
      isArray: true,
      headers: { 'X-Total-Count': { description: 'Number of all matching rows.', schema: { type: 'integer' } } },
    }),
  );
}

export const ApiRow = (row: Type, status: 200 | 201 = 200): MethodDecorator =>
  status === 201 ? ApiCreatedResponse({ type: row }) : ApiOkResponse({ type: row });
