import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, type ApiResponseSchemaHost } from '@nestjs/swagger';
import { SEARCH_LIMIT, SEARCHED_KINDS, searchAnswer, type SearchAnswer } from '../contract/search';
import { Allow, CurrentTenant } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { SearchQuery } from './search.dto';
import { SearchService } from './search.service';

@ApiTags('Search')
@Controller('api/search')
export class SearchController {
  constructor(private readonly searching: SearchService) {}

  @Get()
  @Allow('admin', 'user')
  @ApiOperation({ summary: 'Search by word beginnings: a few results of each kind that the user can see' })
  @ApiOkResponse({ schema: searchAnswer.schema as ApiResponseSchemaHost['schema'] })
  search(@CurrentTenant() tenant: Tenant, @Query() query: SearchQuery): Promise<SearchAnswer> {
    const kinds = query.kind ? [query.kind] : SEARCHED_KINDS;
    return this.searching.search(tenant, query.q, kinds, Number(query._limit ?? SEARCH_LIMIT));
  }
}
