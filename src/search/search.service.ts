import { Injectable } from '@nestjs/common';
import type { SearchAnswer, SearchedKind } from '../contract/search';
import { RESOURCES } from '../contract/resources';
import type { Role } from '../contract/resource';
import { wordsIn } from '../platform/folded';
import { QuestionsService } from '../quizzes/questions.service';
import { SkillsService } from '../skills/skills.service';
import { StaffService } from '../staff/staff.service';
import type { Tenant } from '../tenancy/tenant';
import { CategoriesService } from '../trainings/categories.service';
import { TrainingsService } from '../trainings/trainings.service';

type Finds = Pick<StaffService, 'fewFound'>;

/** The search box (screens.md §2): what each kind's own service lets the asker see, found by the beginnings of words. */
@Injectable()
export class SearchService {
  private readonly kinds: Readonly<Record<SearchedKind, Finds>>;

  constructor(
    staff: StaffService,
    trainings: TrainingsService,
    skills: SkillsService,
    questions: QuestionsService,
    categories: CategoriesService,
  ) {
    this.kinds = { staff, trainings, skills, questions, 'training-categories': categories };
  }

  /** Two statements a kind; a kind that the asker may not read is left out, one with nothing found too. */
  async search(tenant: Tenant, q: string, kinds: readonly SearchedKind[], limit: number): Promise<SearchAnswer> {
    const words = wordsIn(q);
    if (!words.length) return { found: [] };
    const readable = kinds.filter((kind) => readersOf(kind).includes(tenant.actor.role as Role));
    const found: SearchAnswer['found'][number][] = [];
    // One after the other: a search box shall not take five connections.
    for (const kind of readable) {
      const { rows, more } = await this.kinds[kind].fewFound(tenant, words, limit);
      if (rows.length) found.push({ kind, rows, more });
    }
    return { found };
  }
}

const readersOf = (kind: SearchedKind) => RESOURCES.find(({ name }) => name === kind)!.read;
