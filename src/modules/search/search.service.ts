import { Injectable } from '@nestjs/common';
import type { SearchResponse, SearchKind } from '../../contract/search';
import { RESOURCES } from '../../contract/resources';
import type { Role } from '../../contract/resource';
import { parseSearchWords } from '../../common/text-normalization';
import { QuestionsService } from '../quizzes/questions.service';
import { SkillsService } from '../skills/skills.service';
import { StaffService } from '../staff/staff.service';
import type { Tenant } from '../../tenancy/tenant';
import { CategoriesService } from '../trainings/categories.service';
import { TrainingsService } from '../trainings/trainings.service';

type KindSearch = Pick<StaffService, 'searchFirst'>;

/** Global search: results of each kind that the current user can see, by word beginnings. */
@Injectable()
export class SearchService {
  private readonly kinds: Readonly<Record<SearchKind, KindSearch>>;

  constructor(
    staff: StaffService,
    trainings: TrainingsService,
    skills: SkillsService,
    questions: QuestionsService,
    categories: CategoriesService,
  ) {
    this.kinds = { staff, trainings, skills, questions, 'training-categories': categories };
  }

  /** One query per kind. Omits kinds that the current user cannot read and kinds without results. */
  async search(tenant: Tenant, q: string, kinds: readonly SearchKind[], limit: number): Promise<SearchResponse> {
    const terms = parseSearchWords(q);
    if (!terms.length) return { found: [] };
    const readable = kinds.filter((kind) => readersOf(kind).includes(tenant.actor.role as Role));
    const groups: SearchResponse['found'][number][] = [];
    // Sequential: a search must not use five connections at once.
    for (const kind of readable) {
      const { rows, total, exact = true } = await this.kinds[kind].searchFirst(tenant, terms, limit);
      if (rows.length) groups.push({ kind, rows, more: total > rows.length || !exact });
    }
    return { found: groups };
  }
}

const readersOf = (kind: SearchKind) => RESOURCES.find(({ name }) => name === kind)!.read;
