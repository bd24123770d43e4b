import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { trainingCategories } from '../contract/training-categories.resource';
import { ApiList, ApiRow } from '../platform/definitions/api-list';
import { IdParam } from '../platform/definitions/id-param';
import { parseList, type RawQuery } from '../platform/definitions/list-query';
import { answerPage, type Answer } from '../platform/definitions/page-answer';
import { ReassignedDto, ReassignTo } from '../platform/definitions/reassign.dto';
import { Allow, CurrentTenant, VersionOf } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { CategoriesService } from './categories.service';
import { TrainingCategory } from './training-category.entity';
import { CategoryChange, CategoryRowDto, CategoryWrite } from './trainings.dto';

@ApiTags('Training categories')
@Controller('api/training-categories')
@VersionOf(TrainingCategory, 'category_id')
export class TrainingCategoriesRest {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @Allow(...trainingCategories.read)
  @ApiList(trainingCategories, CategoryRowDto)
  async list(@CurrentTenant() tenant: Tenant, @Query() query: RawQuery, @Res({ passthrough: true }) answer: Answer) {
    return answerPage(answer, await this.categories.list(tenant, parseList(trainingCategories, query)));
  }

  @Get(':id')
  @Allow(...trainingCategories.read)
  @ApiRow(CategoryRowDto)
  one(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.categories.one(tenant, id);
  }

  @Post()
  @Allow(...trainingCategories.write)
  @ApiRow(CategoryRowDto, 201)
  create(@CurrentTenant() tenant: Tenant, @Body() body: CategoryWrite) {
    return this.categories.create(tenant, body);
  }

  @Patch(':id')
  @Allow(...trainingCategories.write)
  @ApiRow(CategoryRowDto)
  change(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() body: CategoryChange) {
    return this.categories.change(tenant, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Allow(...trainingCategories.write)
  remove(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.categories.remove(tenant, id);
  }

  /** What is in it goes to another one; afterwards it can be deleted. */
  @Post(':id/reassign')
  @HttpCode(200)
  @Allow('admin')
  @ApiOkResponse({ type: ReassignedDto })
  async reassign(@CurrentTenant() tenant: Tenant, @IdParam() id: string, @Body() { to }: ReassignTo) {
    return { moved: await this.categories.reassign(tenant, id, to) };
  }

  /** Its trainings stay; nothing new is put into it. */
  @Post(':id/archive')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(CategoryRowDto)
  archive(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.categories.archive(tenant, id);
  }

  @Post(':id/unarchive')
  @HttpCode(200)
  @Allow('admin')
  @ApiRow(CategoryRowDto)
  unarchive(@CurrentTenant() tenant: Tenant, @IdParam() id: string) {
    return this.categories.unarchive(tenant, id);
  }
}
