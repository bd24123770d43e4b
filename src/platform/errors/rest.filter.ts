import { Catch } from '@nestjs/common';
import type { Surface } from '../http/surfaces';
import { AnswerFilter } from './answer.filter';

/** `{statusCode, message, code, errors, facts, requestId}`, wherever its controller stands. */
@Catch()
export class RestFilter extends AnswerFilter {
  protected override surface(): Surface {
    return 'rest';
  }
}
