import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { UnknownElementException } from '@nestjs/core/errors/exceptions/unknown-element.exception.js';
import { COMPLETION_LISTENER, QUIZ_RESULTS, type CompletionListener, type QuizResults } from './completion-parts';

/** Finds what higher floors provide for trainings; null where that floor is not part of the process. */
@Injectable()
export class FloorsAbove {
  private readonly found = new Map<symbol, unknown>();

  constructor(private readonly modules: ModuleRef) {}

  quizzes(): QuizResults | null {
    return this.look(QUIZ_RESULTS) as QuizResults | null;
  }

  completions(): CompletionListener | null {
    return this.look(COMPLETION_LISTENER) as CompletionListener | null;
  }

  private look(token: symbol): unknown {
    if (!this.found.has(token)) this.found.set(token, this.ask(token));
    return this.found.get(token);
  }

  private ask(token: symbol): unknown {
    try {
      return this.modules.get(token, { strict: false });
    } catch (error) {
      if (error instanceof UnknownElementException) return null;
      throw error;
    }
  }
}
