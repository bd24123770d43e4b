import { applyDecorators, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiCreatedResponse, ApiQuery } from '@nestjs/swagger';
import type { Fields } from '../../contract/fields';
import { EXACT_COUNT_MAX, INCLUDE_DESCENDANTS_KEY, PAGE_MAX } from '../../contract/list-dialect';
import type { ResourceDefinition } from '../../contract/resource';
import { treeReferencesOf } from '../../contract/tree-references';
import { sortableNames } from './list-query';

/** OpenAPI of the search and of one filter per filterable field. */
export function ApiFilters(definition: ResourceDefinition<Fields>): MethodDecorator {
  const filters = Object.entries(definition.fields).filter(([, field]) => field.filter || field.kind === 'id');
  const trees = treeReferencesOf(definition);
  return applyDecorators(
    ...(Object.values(definition.fields).some((field) => field.search)
      ? [
          ApiQuery({
            name: 'q',
            required: false,
            schema: { type: 'string' },
            description: definition.searched_by_words
              ? 'Words or word beginnings, ignoring case and accents, in the names of the record; all must match.'
              : 'Searches in the names of the record.',
          }),
        ]
      : []),
    ApiQuery({ name: 'id', required: false, isArray: true, type: String, description: 'Repeatable: only these rows.' }),
    ...filters.map(([name]) =>
      ApiQuery({
        name,
        required: false,
        isArray: true,
        type: String,
        description: `Repeated means one of; also ${name}_ne, _gte, _lte, _like, _in, _nin, _null, _between.${trees.includes(name) ? ` An id also stands for all that is below it, see ${INCLUDE_DESCENDANTS_KEY}.` : ''}`,
      }),
    ),
    ...(trees.length
      ? [
          ApiQuery({
            name: INCLUDE_DESCENDANTS_KEY,
            required: false,
            schema: { type: 'boolean', default: true },
            description: `false: the filters ${trees.join(', ')} (also with _ne, _in and _nin) match only these ids, without the entries below them.`,
          }),
        ]
      : []),
  );
}

export const LIST_HEADERS = {
  'X-Total-Count': {
    description: `Number of all matching rows, a whole number. Counting may stop, at the latest after ${EXACT_COUNT_MAX}: then there are more.`,
    schema: { type: 'integer' as const },
  },
  'X-Total-Count-Exact': {
    description: `\`false\` where there are more rows than X-Total-Count says; \`true\` where it says more than ${EXACT_COUNT_MAX} exactly; absent otherwise.`,
    schema: { type: 'string' as const, enum: ['false', 'true'] },
  },
  'X-Page-First': {
    description: 'Send it as `_before` for the previous page.',
    schema: { type: 'string' as const },
  },
  'X-Page-Last': { description: 'Send it as `_after` for the next page.', schema: { type: 'string' as const } },
};

/** OpenAPI of a list: paging, sorting, search, one filter per filterable field, and the count header. */
export function ApiList(definition: ResourceDefinition<Fields>, row: Type): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: '_start',
      required: false,
      schema: { type: 'integer', minimum: 0 },
      description: 'Number of rows to skip; the first row is 0.',
      example: 0,
    }),
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
      description: `Comma-separated: ${['id', ...sortableNames(definition)].join(', ')}.`,
    }),
    ApiQuery({
      name: '_order',
      required: false,
      schema: { type: 'string' },
      description: 'asc or desc for each name of _sort.',
    }),
    ...['_after', '_before'].map((name) =>
      ApiQuery({
        name,
        required: false,
        schema: { type: 'string' },
        description: `Instead of _start: the ${name === '_after' ? 'page behind X-Page-Last' : 'page before X-Page-First'} of a page in the same order, as long as _end says. It is as quick on the last page as on the first.`,
      }),
    ),
    ApiFilters(definition),
    ApiOkResponse({
      type: row,
      isArray: true,
      headers: LIST_HEADERS,
    }),
  );
}

export const ApiRow = (row: Type, status: 200 | 201 = 200): MethodDecorator =>
  status === 201 ? ApiCreatedResponse({ type: row }) : ApiOkResponse({ type: row });
