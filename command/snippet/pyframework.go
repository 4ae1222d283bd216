package snippet

import (
	"strings"

	"passepartout/pipeline"
)

// Frameworks that only define: classes of data, routes of an application that is called in
// memory, commands, tables, properties to be tested. What a program hands them are its own
// functions and classes, which are judged where they stand. Of each the names are listed
// that lead nowhere else; of what they give back every name is known that no library means
// more than computing by (pyWild). Left out are what evaluates a text or imports by it
// (create_model, ImportString, PickleType), what opens a path or an editor, and servers.

// pyFramework lists what such a framework has.
//
// Long: it is a table.
func pyFramework(library string) string {
	switch library {
	case "pydantic":
		return `BaseModel Field ValidationError field_validator model_validator ConfigDict TypeAdapter validator root_validator computed_field field_serializer model_serializer EmailStr HttpUrl AnyUrl PositiveInt
			NonNegativeInt PositiveFloat conint constr confloat conlist StrictInt StrictStr StrictBool SecretStr Json AliasChoices AliasPath BeforeValidator AfterValidator PlainValidator WrapValidator
			PlainSerializer Discriminator Tag StringConstraints RootModel PrivateAttr Extra UUID4 dataclasses dataclasses.dataclass validate_call alias_generators alias_generators.to_camel NaiveDatetime AwareDatetime`
	case "hypothesis":
		return `given settings example assume note strategies HealthCheck Phase Verbosity event target seed strategies.text strategies.integers strategies.floats strategies.lists strategies.tuples strategies.booleans
			strategies.sampled_from strategies.one_of strategies.none strategies.just strategies.dictionaries strategies.sets strategies.binary strategies.characters strategies.composite strategies.data strategies.builds
			strategies.datetimes strategies.dates strategies.times strategies.timedeltas strategies.decimals strategies.fractions strategies.uuids strategies.recursive strategies.permutations strategies.fixed_dictionaries
			strategies.complex_numbers strategies.frozensets strategies.iterables strategies.emails strategies.nothing strategies.randoms strategies.slices strategies.shared strategies.deferred strategies.from_regex errors`
	case "click":
		return `command group option argument echo secho style Choice IntRange FloatRange pass_context pass_obj version_option help_option BadParameter UsageError ClickException Context Abort DateTime Tuple STRING INT
			FLOAT BOOL UUID UNPROCESSED Option Argument Command Group testing`
	case "typer":
		return "Typer Option Argument echo Exit Abort secho style colors Context BadParameter testing"
	case "fastapi":
		return `FastAPI APIRouter Depends HTTPException Query Path Body Header Cookie Form status Request Response BackgroundTasks WebSocket Security responses responses.JSONResponse responses.PlainTextResponse
			responses.HTMLResponse responses.RedirectResponse responses.StreamingResponse middleware.cors.CORSMiddleware exceptions.RequestValidationError encoders.jsonable_encoder routing routing.APIRoute routing.APIRouter`
	case "starlette":
		return `applications.Starlette routing.Route routing.Router responses.JSONResponse responses.PlainTextResponse responses.HTMLResponse responses.Response requests.Request middleware.Middleware
			middleware.base.BaseHTTPMiddleware middleware.cors.CORSMiddleware exceptions.HTTPException`
	case "flask":
		return "Flask Blueprint jsonify request abort g make_response url_for redirect Response"
	case "sqlalchemy":
		return `Column Integer String DateTime Date Boolean Float Numeric Text ForeignKey event event.listens_for event.listen orm.declarative_base orm.DeclarativeBase orm.Mapped orm.mapped_column orm.relationship orm.backref orm.aliased orm.joinedload BigInteger SmallInteger Unicode JSON Index
			UniqueConstraint CheckConstraint PrimaryKeyConstraint LargeBinary Enum Time Interval ext.declarative ext.declarative.declarative_base insert update delete tuple_ union union_all asc exc exc.IntegrityError
			exc.OperationalError exc.SQLAlchemyError engine engine.Engine pool pool.StaticPool StaticPool bindparam label null true false extract between`
	case "pytest":
		return `raises approx fixture mark param warns deprecated_call fail skip xfail mark.parametrize mark.asyncio mark.skip mark.skipif mark.xfail mark.slow Item Config`
	case "lxml":
		return `etree html etree.parse html.parse etree.fromstring etree.tostring etree.Element etree.SubElement etree.Comment etree.QName etree.HTML etree.XML etree.HTMLParser etree.XMLSyntaxError etree.ParserError etree.XMLSchema etree.DTD etree.RelaxNG etree.DocumentInvalid html.fromstring html.tostring
			html.fragment_fromstring html.document_fromstring`
	case "networkx":
		return `Graph DiGraph MultiGraph MultiDiGraph shortest_path shortest_path_length dijkstra_path topological_sort simple_cycles connected_components strongly_connected_components weakly_connected_components
			is_directed_acyclic_graph ancestors descendants pagerank betweenness_centrality degree_centrality density clustering all_simple_paths has_path bfs_tree dfs_tree minimum_spanning_tree find_cycle
			condensation eccentricity diameter radius center average_clustering transitivity closeness_centrality eigenvector_centrality hits complement compose descendants_at_distance bfs_edges dfs_edges bfs_layers
			dfs_postorder_nodes dfs_preorder_nodes immediate_dominators lexicographical_topological_sort all_topological_sorts is_connected is_strongly_connected is_weakly_connected number_connected_components
			number_strongly_connected_components number_weakly_connected_components node_connected_component shortest_simple_paths single_source_shortest_path single_source_shortest_path_length
			single_source_dijkstra single_source_dijkstra_path_length all_pairs_shortest_path_length floyd_warshall bellman_ford_path dijkstra_path_length maximum_flow minimum_cut is_bipartite is_tree is_forest
			greedy_color core_number triangles find_cliques maximal_matching degree_histogram gnp_random_graph erdos_renyi_graph path_graph cycle_graph complete_graph star_graph grid_2d_graph
			karate_club_graph barabasi_albert_graph watts_strogatz_graph balanced_tree get_node_attributes set_node_attributes get_edge_attributes set_edge_attributes isolates selfloop_edges articulation_points
			bridges transitive_closure dag_longest_path_length recursive_simple_cycles average_shortest_path_length degree_assortativity_coefficient number_of_edges
			NetworkXNoCycle NetworkXNoPath NetworkXError dag_longest_path transitive_reduction topological_generations number_of_nodes`
	case "attrs", "attr":
		return `define field frozen Factory asdict astuple fields fields_dict has NOTHING validators evolve s ib dataclass mutable converters setters exceptions filters
			validators.and_ validators.deep_iterable validators.deep_mapping validators.ge validators.gt validators.in_ validators.instance_of validators.is_callable validators.le validators.lt validators.matches_re validators.max_len
			validators.min_len validators.not_ validators.optional validators.or_ validators.subclass_of converters.default_if_none converters.optional converters.pipe converters.to_bool filters.include filters.exclude`
	case "rich":
		return "console table tree panel text progress console.Console table.Table tree.Tree panel.Panel text.Text print columns.Columns box rule.Rule"
	case "openpyxl":
		return `Workbook load_workbook styles styles.Font styles.PatternFill styles.Alignment styles.Border styles.Side styles.Color styles.Fill styles.GradientFill styles.NamedStyle styles.Protection styles.is_date_format
			utils utils.get_column_letter utils.column_index_from_string utils.absolute_coordinate utils.cols_from_range utils.coordinate_to_tuple utils.get_column_interval utils.quote_sheetname utils.range_boundaries
			utils.range_to_tuple utils.rows_from_range utils.dataframe utils.dataframe.dataframe_to_rows
			chart chart.AreaChart chart.AreaChart3D chart.BarChart chart.BarChart3D chart.BubbleChart chart.DoughnutChart chart.LineChart chart.LineChart3D chart.PieChart chart.PieChart3D chart.ProjectedPieChart
			chart.RadarChart chart.Reference chart.ScatterChart chart.Series chart.StockChart chart.SurfaceChart chart.SurfaceChart3D
			comments comments.Comment worksheet worksheet.table worksheet.table.Table worksheet.table.TableStyleInfo formatting.rule formatting.rule.CellIsRule formatting.rule.ColorScaleRule formatting.rule.DataBarRule formatting.rule.FormulaRule`
	case "marshmallow":
		return "Schema fields validate ValidationError post_load pre_load validates fields.Str fields.Int fields.String fields.Integer fields.Float fields.Boolean fields.Nested fields.List fields.DateTime fields.Email"
	}
	return ""
}

// framework reports whether a dotted name belongs to a framework that only defines.
func framework(name string) bool {
	library, rest, _ := strings.Cut(name, ".")
	list := pyFramework(library)
	return listWords(list, rest) || strings.Contains(" "+strings.Join(strings.Fields(list), " "), " "+rest+".")
}

// pyDefines reports whether the objects of a library are such a framework's.
func pyDefines(library string) bool { return library != "sqlalchemy" && pyFramework(library) != "" }

// defining calls a function or a class of a framework.
func (j *pyJudge) defining(name string, n *node) pyValue {
	library, rest, _ := strings.Cut(name, ".")
	for _, a := range n.kids[1:] {
		switch {
		case a.kind == nStar && a.text == "**", a.kind == nArg && listWords("database import_name static_folder template_folder instance_path root_path callback cls backend", a.text) && (library != "click" || a.text == "cls"):
			return j.fail()
		case listWords("orm.relationship orm.backref", rest) && evaluated(a): // as Python
			return j.fail()
		}
	}
	if library == "flask" && rest == "Flask" && (len(n.kids) != 2 || n.kids[1].kind != nName || n.kids[1].text != "__name__") {
		return j.fail()
	}
	if library == "lxml" && !listWords("etree.HTML html.fromstring html.fragment_fromstring html.document_fromstring", rest) && strings.Contains("etree.fromstring etree.XML", rest) { // an entity would be a file
		v := j.plain(j.argument(n, 0, "text"))
		if first := j.argument(n, 0, "text"); len(n.kids) != 2 || (first == nil || first.kind != nText) && len(v.texts) == 0 || entities(first, v) {
			return j.fail()
		}
	}
	if library == "lxml" && strings.HasSuffix(rest, ".parse") { // what an entity of it names is read, too
		texts := j.localPaths(j.argument(n, 0, "source"))
		j.touch(pipeline.KindRead, texts, false, false)
		for _, t := range texts {
			j.add(Effect{Kind: pipeline.KindCode, Object: t.s, Pattern: t.glob, Home: t.home})
		}
	}
	if library == "lxml" && listWords("etree.XMLSchema etree.DTD etree.RelaxNG", rest) { // of a document that was read
		if first := j.argument(n, 0, "etree"); len(n.kids) != 2 || first == nil || j.eval(first).name != "lxml" {
			return j.fail()
		}
	}
	if library == "hypothesis" {
		j.touch(pipeline.KindWrite, []pyText{{s: ".hypothesis"}}, false, true)
	}
	j.arguments(n)
	return pyValue{what: pyObject, name: library}
}

// entities reports whether a document may define some.
func entities(n *node, v pyValue) bool {
	if n != nil && n.kind == nText && strings.Contains(n.text, "<!") {
		return true
	}
	for _, t := range v.texts {
		if t.glob || strings.Contains(t.s, "<!") {
			return true
		}
	}
	return false
}

// evaluated reports whether a text is among the parts of an argument that is a call, as
// Python has them.
func evaluated(n *node) bool {
	if n == nil {
		return false
	}
	if n.kind == nText && strings.ContainsAny(n.text, "(") || n.kind == nFormat {
		return true
	}
	for _, kid := range n.kids {
		if evaluated(kid) {
			return true
		}
	}
	return false
}

// defined judges an attribute of what a framework gave, or a method of it.
func (j *pyJudge) defined(base pyValue, name string) (pyValue, bool) {
	if j.soft == nil || !pyDefines(base.name) {
		return pyValue{}, false
	}
	ok := !pyInner(name) && !pyHidden(name) && (!j.soft.reaching("")[name] && !pyWild("pandas", name) || listWords(pyRoutes(base.name), name))
	if !ok {
		return j.fail(), true
	}
	return pyValue{what: pyObject, name: base.name}, true
}

// pyRoutes lists names of their objects that mean more elsewhere.
func pyRoutes(library string) string {
	switch library {
	case "fastapi", "starlette", "flask":
		return "get post put delete patch head options api_route route include_router add_middleware middleware exception_handler on_event websocket before_request after_request errorhandler register_blueprint add_url_rule json dependency_overrides test_client get_json data"
	case "hypothesis":
		return "map filter flatmap"
	case "networkx":
		return "copy"
	case "click", "typer":
		return "command add_command add_typer"
	}
	return ""
}
