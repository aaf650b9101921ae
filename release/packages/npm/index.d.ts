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
}

/** Of the corpus. */
export const VERSION: string;

/** Names the file of the whole corpus: SFRAME_CORPUS. */
export const VARIABLE: string;

/** The vectors inside this package: the core, selected to cover the format. All vectors find more mistakes. */
export function core(): AsyncGenerator<Vector, void, undefined>;

/** All vectors, from a corpus.jsonl that you have; without a path from where $SFRAME_CORPUS says. */
export function whole(path?: string): AsyncGenerator<Vector, void, undefined>;
