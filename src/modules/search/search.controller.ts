import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, type ApiResponseSchemaHost } from '@nestjs/swagger';
import { SEARCH_LIMIT_DEFAULT, SEARCH_KINDS, searchSchema, type SearchResponse } from '../../contract/search';
import { Allow, CurrentTenant } from '../../tenancy/access.decorators';
import type { Tenant } from '../../tenancy/tenant';
import { SearchQuery } from './search.dto';
import { SearchService } from './search.service';

@ApiTags('Search')
@Controller('api/search')
export class SearchController {
  constructor(private readonly searchService: SearchService) {}

  @Get()
  @Allow('admin', 'user')
  @ApiOperation({ summary: 'Search by word beginnings: a few results of each kind that the user can see' })
  @ApiOkResponse({ schema: searchSchema.schema as ApiResponseSchemaHost['schema'] })
  search(@CurrentTenant() tenant: Tenant, @Query() query: SearchQuery): Promise<SearchResponse> {
    const kinds = query.kind ? [query.kind] : SEARCH_KINDS;
    return this.searchService.search(tenant, query.q, kinds, Number(query._limit ?? SEARCH_LIMIT_DEFAULT));
  }
}
