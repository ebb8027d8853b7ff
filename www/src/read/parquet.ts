/** Converts reports in a Parquet file to CSV, one piece per row group. The library that reads the format is loaded on demand. */
export async function* rowsOf(file: File): AsyncIterable<Uint8Array> {
  const [{ parquetMetadataAsync, parquetRead, parquetSchema }, zstandard, { default: csv }] = await Promise.all([
    import("hyparquet"),
    import("fzstd"),
    import("papaparse"),
  ]);
  const bytes = {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
  const lines = (rows: unknown[][]): Uint8Array =>
    new TextEncoder().encode(`${csv.unparse(rows, { newline: "\n" })}\n`);
  const metadata = await parquetMetadataAsync(bytes);
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  yield lines([columns]);
  const ZSTD = (input: Uint8Array, length: number) => zstandard.decompress(input, new Uint8Array(length));
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const rows = await new Promise<unknown[][]>((onComplete, fail) => {
      parquetRead({ file: bytes, metadata, columns, rowStart, rowEnd, compressors: { ZSTD }, onComplete }).catch(fail);
    });
    yield lines(rows);
    rowStart = rowEnd;
  }
}
