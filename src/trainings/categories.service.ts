import { Injectable } from '@nestjs/common';
import type { trainingCategories } from '../contract/training-categories.resource';
import { InvalidFields } from '../platform/errors/app-error';
import { repoint, type Replacing } from '../tenancy/reassignments';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceService } from '../tenancy/resources/resource-service';
import { idsWithBelow, Tree } from '../tenancy/resources/tree';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Training } from './training.entity';
import { TrainingCategory } from './training-category.entity';
import { CategoryUnknown } from './training.errors';
import { fieldError } from '../platform/errors/field-error';

/** The tree in which trainings are found. */
@Injectable()
export class CategoriesService extends ResourceService<TrainingCategory, typeof trainingCategories> {
  private readonly tree = new Tree(this.parts.records, 'category_id');

  constructor(
    @PartsOf(TrainingCategory) parts: ResourceParts<TrainingCategory>,
    @Records(Training) private readonly trainings: TenantRepository<Training>,
  ) {
    super(parts);
  }

  /** The categories and all below them, each once. @throws CategoryUnknown naming those that are not of this organisation */
  async withBelow(tenant: Tenant, ids: readonly string[]): Promise<string[]> {
    const parents = await this.tree.parents(tenant);
    const unknown = [...new Set(ids)].filter((id) => !parents.has(id));
    if (unknown.length) throw new CategoryUnknown(unknown);
    return idsWithBelow(ids, parents);
  }

  /**
   * What was archived meanwhile may keep what it has, but nothing comes anew. An unknown one is the foreign key's to refuse.
   * @throws InvalidFields
   */
  async refuseArchived(
    tenant: Tenant,
    category_id: readonly (string | null | undefined)[],
    field: 'category_id' | 'parent_id',
  ): Promise<void> {
    const asked = [...new Set(category_id.filter((id): id is string => Boolean(id)))];
    if (!asked.length || !(await this.parts.records.count(tenant, { category_id: asked, status: 'archived' }))) return;
    throw new InvalidFields({
      [field]: [fieldError('archived', 'This category is archived. Restore it first, or choose another one.')],
    });
  }

  protected override async beforeCreate(tenant: Tenant, made: readonly Partial<TrainingCategory>[]): Promise<void> {
    const above = made.map((record) => record.parent_id);
    await this.refuseArchived(tenant, above, 'parent_id');
  }

  /** @throws OwnAncestor, InvalidFields */
  protected override async beforeChange(tenant: Tenant, was: TrainingCategory, given: Partial<TrainingCategory>) {
    if (given.parent_id && given.parent_id !== was.parent_id) {
      await this.refuseArchived(tenant, [given.parent_id], 'parent_id');
      await this.tree.demandNoCircle(tenant, was.category_id, given.parent_id);
    }
    return given;
  }

  /** By the words of the catalogue, not of the tables. */
  protected override async usesOf(tenant: Tenant, category_id: string): Promise<Record<string, number>> {
    const { training = 0, training_category = 0 } = await super.usesOf(tenant, category_id);
    return { trainings: training, categories: training_category };
  }

  /** Its trainings and the categories in it. */
  protected override replacing(): Replacing {
    return {
      check: (tenant, from, to) => this.tree.demandNoCircle(tenant, from, to, 'to'),
      move: async (tenant, from, category_id, batch) => {
        const [inIt, below] = [{ category_id: from }, { parent_id: from }];
        const put = { parent_id: category_id };
        return {
          trainings: await repoint(tenant, this.trainings, 'training_id', inIt, { category_id }, batch),
          categories: await repoint(tenant, this.parts.records, 'category_id', below, put, batch),
        };
      },
    };
  }
}
