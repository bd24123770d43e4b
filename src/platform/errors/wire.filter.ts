import { Catch } from '@nestjs/common';
import type { Surface } from '../http/surfaces';
import { AnswerFilter } from './answer.filter';

/** `{Status: false, status: 0, message, data: null}`, for controllers of the specification's calls. */
@Catch()
export class WireFilter extends AnswerFilter {
  protected override surface(): Surface {
    return 'wire';
  }
}
