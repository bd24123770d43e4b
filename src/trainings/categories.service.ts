import { Injectable } from '@nestjs/common';
import { trainingCategories as definition, type TrainingCategoryRow } from '../contract/training-categories.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions, isDuplicate, isForeignKeyRefusal } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { newId } from '../platform/ids';
import { OwnAncestor, StillInUse, UnknownReference, WrongStatus } from '../staff/staff.errors';
import { auditEntry, sameFields } from '../tenancy/audit-entry';
import { References } from '../tenancy/references';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { Training } from './training.entity';
import { TrainingCategory } from './training-category.entity';
import { CategoryTaken, CategoryUnknown } from './training.errors';
import type { CategoryChange, CategoryWrite } from './trainings.dto';

/** The tree in which trainings are found. */
@Injectable()
export class CategoriesService {
  constructor(
    @Records(TrainingCategory) private readonly categories: TenantRepository<TrainingCategory>,
    @Records(Training) private readonly trainings: TenantRepository<Training>,
    private readonly references: References,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(tenant: Tenant, request: ListRequest<TrainingCategory>): Promise<PageOf<TrainingCategoryRow>> {
    const page = await this.categories.page(tenant, request);
    return { ...page, rows: page.rows.map((record) => rowOf(definition, record)) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, category_id: string): Promise<TrainingCategoryRow> {
    return rowOf(definition, await this.record(tenant, category_id));
  }

  /** @throws CategoryTaken, UnknownReference */
  async create(tenant: Tenant, body: CategoryWrite): Promise<TrainingCategoryRow> {
    const record = {
      ...(recordOf(definition, body, 'create') as Partial<TrainingCategory>),
      category_id: newId(this.clock.now()),
      status: 'active',
    };
    await this.guarded(tenant, record, () =>
      this.transactions.run(async () => {
        if (record.parent_id) await this.refuseArchived(tenant, record.parent_id, 'parent_id');
        await this.categories.insert(tenant, record);
        await this.audit.record(auditEntry(tenant, 'training-category.create', record.category_id, null, record));
      }),
    );
    return this.one(tenant, record.category_id);
  }

  /** @throws NotFound, Stale, OwnAncestor (no circles), CategoryTaken, UnknownReference */
  async change(tenant: Tenant, category_id: string, body: CategoryChange): Promise<TrainingCategoryRow> {
    const change = recordOf(definition, body, 'change') as Partial<TrainingCategory>;
    await this.guarded(tenant, { ...change, category_id }, () =>
      this.transactions.run(async () => {
        const was = await this.record(tenant, category_id);
        if (change.parent_id && change.parent_id !== was.parent_id) {
          await this.refuseArchived(tenant, change.parent_id, 'parent_id');
          await this.refuseCircle(tenant, category_id, change.parent_id);
        }
        const changed = await this.categories.change(tenant, { category_id }, change, body.row_version);
        if (!changed) throw new NotFound('category');
        await this.audit.record(
          auditEntry(tenant, 'training-category.change', category_id, sameFields(was, change), change),
        );
      }),
    );
    return this.one(tenant, category_id);
  }

  /** Only while nothing refers to it; otherwise archive it. @throws NotFound, StillInUse with counts */
  async remove(tenant: Tenant, category_id: string): Promise<void> {
    try {
      await this.transactions.run(async () => {
        const was = await this.record(tenant, category_id);
        await this.categories.remove(tenant, { category_id });
        await this.audit.record(auditEntry(tenant, 'training-category.delete', category_id, was, null));
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      const counts = await this.references.countsOf(tenant, TrainingCategory, category_id);
      throw new StillInUse('category', {
        trainings: counts['training'] ?? 0,
        categories: counts['training_category'] ?? 0,
      });
    }
  }

  /**
   * Its trainings and the categories in it go to another one, so that it can be deleted; twice moves nothing more.
   * @throws NotFound, InvalidFields (`to`: itself, below it, archived, unknown)
   */
  async reassign(tenant: Tenant, category_id: string, to: string): Promise<Record<string, number>> {
    return this.transactions.run(async () => {
      await this.record(tenant, category_id);
      if (!(await this.categories.one(tenant, { category_id: to }))) throw new UnknownReference('to');
      await this.refuseArchived(tenant, to, 'to');
      await this.refuseCircle(tenant, category_id, to, 'to');
      const trainings = await this.trainings.update(tenant, { category_id }, { category_id: to });
      const categories = await this.categories.update(tenant, { parent_id: category_id }, { parent_id: to });
      const moved = { trainings, categories };
      await this.audit.record(auditEntry(tenant, 'training-category.reassign', category_id, null, { to, ...moved }));
      return moved;
    });
  }

  /** @throws NotFound, WrongStatus */
  async archive(tenant: Tenant, category_id: string): Promise<TrainingCategoryRow> {
    return this.moving(tenant, category_id, 'archive', 'active', 'archived');
  }

  /** @throws NotFound, WrongStatus */
  async unarchive(tenant: Tenant, category_id: string): Promise<TrainingCategoryRow> {
    return this.moving(tenant, category_id, 'unarchive', 'archived', 'active');
  }

  /** @throws CategoryUnknown naming those that are not of this organisation */
  async allKnown(tenant: Tenant, ids: readonly string[]): Promise<void> {
    const asked = new Set(ids);
    for (const record of await this.categories.find(tenant, { category_id: [...asked] }))
      asked.delete(record.category_id);
    if (asked.size) throw new CategoryUnknown([...asked]);
  }

  /**
   * What was archived meanwhile may keep what it has, but nothing comes anew. An unknown one is the foreign key's to refuse.
   * @throws InvalidFields
   */
  async refuseArchived(tenant: Tenant, category_id: string, field: 'category_id' | 'parent_id' | 'to'): Promise<void> {
    if (!(await this.categories.one(tenant, { category_id, status: 'archived' }))) return;
    throw new InvalidFields({ [field]: ['This category is archived. Restore it first, or choose another one.'] });
  }

  private async record(tenant: Tenant, category_id: string): Promise<TrainingCategory> {
    const record = await this.categories.one(tenant, { category_id });
    if (!record) throw new NotFound('category');
    return record;
  }

  /** Two moves at once (A below B, B below A) would each look right: both touch the whole way up before they look again. */
  private async refuseCircle(tenant: Tenant, category_id: string, parent_id: string, field = 'parent_id') {
    const way = await this.wayUp(tenant, category_id, parent_id, field);
    await this.categories.add(tenant, { category_id: [...way, category_id] }, 'position', 0);
    await this.wayUp(tenant, category_id, parent_id, field);
  }

  /** One read of the whole (small) tree instead of one for each step. @throws OwnAncestor */
  private async wayUp(tenant: Tenant, category_id: string, parent_id: string, field: string): Promise<string[]> {
    const parents = new Map((await this.categories.find(tenant)).map((each) => [each.category_id, each.parent_id]));
    const way: string[] = [];
    for (let at: string | null | undefined = parent_id; at; at = parents.get(at)) {
      if (at === category_id || way.includes(at)) throw new OwnAncestor(field);
      way.push(at);
    }
    return way;
  }

  private async moving(tenant: Tenant, category_id: string, command: string, from: string, to: string) {
    await this.transactions.run(async () => {
      if (!(await this.categories.update(tenant, { category_id, status: from }, { status: to }))) {
        throw new WrongStatus(command, (await this.record(tenant, category_id)).status);
      }
      await this.audit.record(
        auditEntry(tenant, `training-category.${command}`, category_id, { status: from }, { status: to }),
      );
    });
    return this.one(tenant, category_id);
  }

  private async guarded(tenant: Tenant, given: Partial<TrainingCategory>, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isForeignKeyRefusal(error)) throw new UnknownReference('parent_id');
      if (!isDuplicate(error)) throw error;
      const holder = given.code ? await this.categories.one(tenant, { code_key: keyOf(given.code) }) : null;
      const byCode = holder && holder.category_id !== given.category_id;
      throw byCode ? new CategoryTaken('code', given.code!) : new CategoryTaken('name', given.name ?? '');
    }
  }
}
