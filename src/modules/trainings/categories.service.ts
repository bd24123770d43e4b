import { Injectable } from '@nestjs/common';
import type { trainingCategories } from '../../contract/training-categories.resource';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { repointReferences, type ReassignmentHooks } from '../../tenancy/reassignments.service';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceService } from '../../crud/resource.service';
import { idsWithDescendants, Tree } from '../../crud/tree';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { Training } from './training.entity';
import { TrainingCategory } from './training-category.entity';
import { UnknownCategoryError } from './training.errors';
import { fieldError } from '../../common/errors/field-error';

/** The category tree of trainings. */
@Injectable()
export class CategoriesService extends ResourceService<TrainingCategory, typeof trainingCategories> {
  private readonly tree = new Tree(this.context.records, 'category_id');

  constructor(
    @InjectResourceContext(TrainingCategory) parts: ResourceContext<TrainingCategory>,
    @InjectTenantRepository(Training) private readonly trainings: TenantRepository<Training>,
  ) {
    super(parts);
  }

  /** The categories and their descendants, without duplicates. @throws UnknownCategoryError */
  async includeDescendants(tenant: Tenant, ids: readonly string[]): Promise<string[]> {
    const parents = await this.tree.parents(tenant);
    const unknown = [...new Set(ids)].filter((id) => !parents.has(id));
    if (unknown.length) throw new UnknownCategoryError(unknown);
    return idsWithDescendants(ids, parents);
  }

  /**
   * Existing references to an archived category stay; new ones are rejected. Unknown ids fail later by foreign key.
   * @throws InvalidFieldsError
   */
  async refuseArchived(
    tenant: Tenant,
    category_id: readonly (string | null | undefined)[],
    field: 'category_id' | 'parent_id',
  ): Promise<void> {
    const ids = [...new Set(category_id.filter((id): id is string => Boolean(id)))];
    if (!ids.length || !(await this.context.records.count(tenant, { category_id: ids, status: 'archived' }))) return;
    throw new InvalidFieldsError({
      [field]: [fieldError('archived', 'This category is archived. Restore it first, or choose another one.')],
    });
  }

  protected override async beforeCreate(tenant: Tenant, records: readonly Partial<TrainingCategory>[]): Promise<void> {
    const parentIds = records.map((record) => record.parent_id);
    await this.refuseArchived(tenant, parentIds, 'parent_id');
  }

  /** @throws OwnAncestorError, InvalidFieldsError */
  protected override async beforeChange(tenant: Tenant, was: TrainingCategory, input: Partial<TrainingCategory>) {
    if (input.parent_id && input.parent_id !== was.parent_id) {
      await this.refuseArchived(tenant, [input.parent_id], 'parent_id');
      await this.tree.requireNoCycle(tenant, was.category_id, input.parent_id);
    }
    return input;
  }

  /** Renames tables to the terms of the API. */
  protected override async countReferences(tenant: Tenant, category_id: string): Promise<Record<string, number>> {
    const { training = 0, training_category = 0 } = await super.countReferences(tenant, category_id);
    return { trainings: training, categories: training_category };
  }

  /** Moves its trainings and child categories. */
  protected override reassignmentHooks(): ReassignmentHooks {
    return {
      check: (tenant, from, to) => this.tree.requireNoCycle(tenant, from, to, 'to'),
      move: async (tenant, from, category_id, batch) => {
        const [inCategory, childCategories] = [{ category_id: from }, { parent_id: from }];
        const change = { parent_id: category_id };
        return {
          trainings: await repointReferences(tenant, this.trainings, 'training_id', inCategory, { category_id }, batch),
          categories: await repointReferences(
            tenant,
            this.context.records,
            'category_id',
            childCategories,
            change,
            batch,
          ),
        };
      },
    };
  }
}
