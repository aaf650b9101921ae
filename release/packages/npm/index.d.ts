/** A member that is not as it should be; undefined: it is not there. */
export interface Difference {
  /** Such as functions[0].rows[1].cfa.offset. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** What sframe-conform would say of an answer. */
export interface Judgement {
  readonly outcome: "pass" | "reading" | "unjudged" | "unsupported" | "fail" | "unread" | "inconsistent" | "crash" | "exit"
    | "garbage";
  /** Whether it counts against the reader. */
  readonly isWrong: boolean;
  /** Of an unread answer: from the closest reading. */
  readonly differences: readonly Difference[];
  /** Which one was taken. */
  readonly reading?: string;
}

/** One question about one section, and what may be answered. */
export interface Vector {
  readonly id: string;
  /** The text to read by. */
  readonly profile: "v1" | "v2" | "v2e1" | "v2e2" | "v3";
  readonly abi: "amd64" | "aarch64" | "aarch64_be" | "s390x";
  readonly operation: "decode" | "check" | "lookup" | "flip" | "unwind";
  readonly class: "valid" | "malformed" | "irregular" | "contested";
  /** What it is about. */
  readonly clauses: readonly string[];
  /** The section. */
  readonly bytes: Uint8Array;
  /** Where the section lies in memory. */
  readonly address: bigint;
  /** Of lookup and unwind. */
  readonly pc: bigint | undefined;
  /** What is right. */
  readonly expect: Record<string, unknown>;
  /** The whole line. */
  readonly json: Record<string, unknown>;
  /** The clause that a malformed or irregular section was made to break. */
  readonly breaks: string | undefined;
  /**
   * Whether an "answer", an "error" (a refusal) or "none" (nothing is there) can be right.
   * Which answer is right stands in expect.
   */
  accepts(what: "answer" | "error" | "none"): boolean;
  /**
   * What the suite's runner would say of an answer, as an adapter gives it (without "request"): { error: WHY } refuses,
   * { none: "unknown" } finds nothing. exposes lists the members that the reader states, such as "lookup.cfa"; without
   * it, every one.
   */
  judge(answer: Record<string, unknown>, exposes?: readonly string[]): Judgement;
}

/** Of the corpus. */
export const VERSION: string;

/** Names the file of the whole corpus: SFRAME_CORPUS. */
export const VARIABLE: string;

/** The vectors inside this package: the core, selected to cover the format. All vectors find more mistakes. */
export function core(): AsyncGenerator<Vector, void, undefined>;

/**
 * All vectors, from the corpus of a release (.tar), or a file of it (.jsonl.zst, .jsonl); without a path from where
 * $SFRAME_CORPUS says. What is compressed needs the program zstd.
 */
export function whole(path?: string): AsyncGenerator<Vector, void, undefined>;
